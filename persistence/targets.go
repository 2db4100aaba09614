package persistence

import (
	"sync"

	"gorm.io/gorm"

	"tender/domain"
)

// targetsAt says, channel by channel, at which targets an account of the table is reached: each gets a delivery.
func targetsAt(tx *gorm.DB, t *domain.Table) map[domain.Channel]func(account string) ([]string, error) {
	hooks := sync.OnceValues(func() (map[string][]string, error) { return webhooksOf(tx, t) }) // not read unless needed
	return map[domain.Channel]func(string) ([]string, error){
		domain.ByEmail: func(string) ([]string, error) { return []string{""}, nil }, // the address is looked up when it is sent
		domain.ByWebhook: func(account string) ([]string, error) {
			all, err := hooks()
			return all[account], err
		},
	}
}

// webhooksOf reads the ids of the webhooks of everybody at the table, by account, oldest first.
func webhooksOf(tx *gorm.DB, t *domain.Table) (map[string][]string, error) {
	accounts := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		accounts[i] = seat.Account
	}
	var rows []webhookRow
	if err := tx.Where("account_id IN ?", accounts).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, err
	}
	hooks := map[string][]string{}
	for _, r := range rows {
		hooks[r.AccountID] = append(hooks[r.AccountID], r.ID)
	}
	return hooks, nil
}
