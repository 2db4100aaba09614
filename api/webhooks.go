package api

import (
	"context"
	"net/http"
	"time"

	"tender/domain"
)

func (s *server) ListWebhooks(ctx context.Context, _ ListWebhooksRequestObject) (ListWebhooksResponseObject, error) {
	hooks, err := s.Webhooks.Webhooks(ctx, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, WebhookList{Webhooks: s.shownHooks(hooks)})
}

func (s *server) GetWebhook(ctx context.Context, r GetWebhookRequestObject) (GetWebhookResponseObject, error) {
	hook, err := s.Webhooks.WebhookByID(ctx, r.Id)
	if err == nil && hook.Account != callerOf(ctx).account {
		err = domain.Refuse(domain.NotFound, "There is no such webhook; check the id.")
	}
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, s.shownHook(hook))
}

func (s *server) CreateWebhook(ctx context.Context, r CreateWebhookRequestObject) (CreateWebhookResponseObject, error) {
	target, err := s.CheckHookURL(ctx, r.Body.Url)
	if err != nil {
		if refusal, ok := domain.AsRefusal(err); ok && refusal.Pointer == "" {
			return nil, domain.Refuse(refusal.Code, "%s", refusal.Text).At("/url")
		}
		return nil, err
	}
	who := callerOf(ctx)
	hook := domain.Webhook{Account: who.account, URL: target, Format: domain.StandardFormat, Events: noticeTypes(given(r.Body.Events))}
	if r.Body.Format != nil {
		hook.Format = domain.HookFormat(*r.Body.Format)
	}
	if hook.Secret, err = s.hookSecret(r.Body.Secret); err != nil {
		return nil, err
	}
	if hook, err = s.Webhooks.AddWebhook(ctx, hook, who.session, who.hash); err != nil {
		return nil, err
	}
	return asJSON(http.StatusCreated, s.hookWithSecret(hook))
}

func (s *server) UpdateWebhook(ctx context.Context, r UpdateWebhookRequestObject) (UpdateWebhookResponseObject, error) {
	change := domain.HookChange{Enabled: r.Body.Enabled, Format: (*domain.HookFormat)(r.Body.Format)}
	if r.Body.Events != nil {
		events := noticeTypes(*r.Body.Events)
		change.Events = &events
	}
	hook, err := s.Webhooks.ChangeWebhook(ctx, callerOf(ctx).account, r.Id, change)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, s.shownHook(hook))
}

func (s *server) RotateWebhookSecret(ctx context.Context, r RotateWebhookSecretRequestObject) (RotateWebhookSecretResponseObject, error) {
	secret, err := s.hookSecret(r.Body.Secret)
	if err != nil {
		return nil, err
	}
	overlap := domain.SecretOverlap
	if hours := r.Body.OverlapHours; hours != nil {
		overlap = min(time.Duration(*hours)*time.Hour, domain.MaxSecretOverlap)
	}
	who := callerOf(ctx)
	hook, err := s.Webhooks.RotateSecret(ctx, domain.Webhook{ID: r.Id, Account: who.account, Secret: secret}, overlap, who.session, who.hash)
	if err != nil {
		return nil, err
	}
	return asJSON(http.StatusOK, s.hookWithSecret(hook))
}

func (s *server) DeleteWebhook(ctx context.Context, r DeleteWebhookRequestObject) (DeleteWebhookResponseObject, error) {
	if err := s.Webhooks.RemoveWebhook(ctx, callerOf(ctx).account, r.Id); err != nil {
		return nil, err
	}
	return noContent(), nil
}

func (s *server) GetWebhookKey(ctx context.Context, r GetWebhookKeyRequestObject) (GetWebhookKeyResponseObject, error) {
	hook, err := s.Webhooks.WebhookByID(ctx, r.Id)
	if err != nil {
		return nil, err
	}
	answer, err := asJSON(http.StatusOK, WebhookKey{Webhook: hook.ID, PublicKey: publicKey(hook)})
	return answer.with("Cache-Control", "public, max-age=60"), err
}

func noticeTypes(given []NoticeType) []domain.NoticeType {
	types := make([]domain.NoticeType, len(given))
	for i, n := range given {
		types[i] = domain.NoticeType(n)
	}
	return types
}
