package api

import (
	"context"
	"net/http"

	"tender"
)

func (s *server) GetHealth(context.Context, GetHealthRequestObject) (GetHealthResponseObject, error) {
	return asJSON(http.StatusOK, Health{Status: Ok, Version: s.Version})
}

func (s *server) GetReadiness(ctx context.Context, _ GetReadinessRequestObject) (GetReadinessResponseObject, error) {
	if err := s.Ready(ctx); err != nil {
		s.Log.WarnContext(ctx, "not ready", "error", err)
		p := newProblem(notReady, "The server cannot serve now; its log says why.")
		p.retryAfter = readyRetryAfter
		return nil, p
	}
	return asJSON(http.StatusOK, Health{Status: Ok, Version: s.Version})
}

func (s *server) GetContract(context.Context, GetContractRequestObject) (GetContractResponseObject, error) {
	return reply{status: http.StatusOK, contentType: "application/yaml", body: tender.Contract}.
		with("Cache-Control", "public, max-age=300"), nil
}
