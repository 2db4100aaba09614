package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"tender/domain"
)

// adminCommand makes moderators and admins: the first of them cannot be made over HTTP, so none is.
type adminCommand struct {
	Grant grantCommand `cmd:"" help:"Give somebody a role: player, moderator or admin. It counts within 5 seconds."`
	List  rolesCommand `cmd:"" help:"List who has a role other than player."`
}

type grantCommand struct {
	storage
	logging
	Name string `arg:"" help:"The name of the account."`
	Role string `arg:"" enum:"player,moderator,admin" help:"The role: player, moderator or admin."`
}

func (c grantCommand) Run(ctx context.Context, s *streams) error {
	_, key, err := domain.CheckName(c.Name)
	if err != nil {
		return err
	}
	store, err := c.open(ctx, c.logger(s.err), true)
	if err != nil {
		return err
	}
	defer store.Close()
	account, err := store.AccountByName(ctx, key)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	if account, err = store.Grant(ctx, account.ID, domain.Role(c.Role), domain.Act{What: domain.ActGrant}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s (%s) is %s now\n", account.Name, account.ID, account.Role)
	return err
}

type rolesCommand struct {
	storage
	logging
}

func (c rolesCommand) Run(ctx context.Context, s *streams) error {
	store, err := c.open(ctx, c.logger(s.err), true)
	if err != nil {
		return err
	}
	defer store.Close()
	accounts, err := store.WithRoles(ctx)
	if err != nil {
		return err
	}
	if len(accounts) == 0 {
		_, err = fmt.Fprintln(s.out, "nobody has a role; tender admin grant NAME admin makes the first admin")
		return err
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, a := range accounts {
		fmt.Fprintf(table, "%s\t%s\t%s\n", a.Role, a.Name, a.ID)
	}
	return table.Flush()
}
