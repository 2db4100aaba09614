package persistence

import (
	"slices"
	"sync"

	"gorm.io/gorm"

	"tender/domain"
)

// targets say of a channel how an account is reached over it with a notice of a type.
type targets map[domain.Channel]func(account string, n domain.NoticeType) ([]string, error)

// targetsAt says, channel by channel, at which targets an account of the table is told of a type of notice: each gets a
// delivery.
func targetsAt(tx *gorm.DB, tables []moved) targets {
	hooks := sync.OnceValues(func() (map[string][]domain.Webhook, error) { return webhooksOf(tx, tables) }) // not read unless needed
	return targets{
		domain.ByEmail: func(string, domain.NoticeType) ([]string, error) { return []string{""}, nil }, // the address is looked up when it is sent
		domain.ByWebhook: func(account string, n domain.NoticeType) (ids []string, err error) {
			all, err := hooks()
			for _, hook := range all[account] {
				if hook.Wants(n) {
					ids = append(ids, hook.ID)
				}
			}
			return ids, err
		},
	}
}

// webhooksOf reads the webhooks of everybody at the tables that are not disabled, by account, oldest first.
func webhooksOf(tx *gorm.DB, tables []moved) (map[string][]domain.Webhook, error) {
	var accounts []string
	for _, m := range tables {
		for _, seat := range m.table.Seats {
			accounts = append(accounts, seat.Account)
		}
	}
	slices.Sort(accounts)
	accounts = slices.Compact(accounts)
	var rows []webhookRow
	if err := tx.Where("account_id IN ? AND disabled_at = 0", accounts).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, err
	}
	hooks := map[string][]domain.Webhook{}
	for _, r := range rows {
		hooks[r.AccountID] = append(hooks[r.AccountID], r.webhook())
	}
	return hooks, nil
}
