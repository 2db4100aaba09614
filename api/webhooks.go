package api

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"

	"tender/domain"
)

// hookKeySize is the length of a signing key in bytes; Standard Webhooks asks for 24 to 64.
const hookKeySize = 32

func (s *server) ListWebhooks(ctx context.Context, _ ListWebhooksRequestObject) (ListWebhooksResponseObject, error) {
	hooks, err := s.Webhooks.Webhooks(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	list := WebhookList{Webhooks: []Webhook{}}
	for _, h := range hooks {
		list.Webhooks = append(list.Webhooks, Webhook{Id: h.ID, Url: h.URL, CreatedAt: h.CreatedAt.UTC()})
	}
	return asJSON(http.StatusOK, list)
}

func (s *server) CreateWebhook(ctx context.Context, r CreateWebhookRequestObject) (CreateWebhookResponseObject, error) {
	if err := s.CheckHookURL(ctx, r.Body.Url); err != nil {
		if refusal, ok := domain.AsRefusal(err); ok && refusal.Pointer == "" {
			return nil, domain.Refuse(refusal.Code, "%s", refusal.Text).At("/url")
		}
		return nil, err
	}
	var key [hookKeySize]byte
	if _, err := io.ReadFull(s.Random, key[:]); err != nil {
		return nil, fmt.Errorf("random bytes: %w", err)
	}
	who := callerOf(ctx)
	hook, err := s.Webhooks.AddWebhook(ctx, domain.Webhook{Account: who.account, URL: r.Body.Url,
		Secret: "whsec_" + base64.StdEncoding.EncodeToString(key[:])}, who.session, who.hash)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusCreated, CreatedWebhook{Id: hook.ID, Url: hook.URL, CreatedAt: hook.CreatedAt.UTC(), Secret: hook.Secret})
}

func (s *server) DeleteWebhook(ctx context.Context, r DeleteWebhookRequestObject) (DeleteWebhookResponseObject, error) {
	if err := s.Webhooks.RemoveWebhook(ctx, callerOf(ctx).account, r.Id); err != nil {
		return nil, err
	}
	return noContent(), nil
}
