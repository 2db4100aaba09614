package api

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
)

// jwk is a public key as RFC 8037 writes it.
type jwk struct {
	Type  string `json:"kty"`
	Curve string `json:"crv"`
	Use   string `json:"use"`
	Alg   string `json:"alg"`
	ID    string `json:"kid"`
	X     string `json:"x"`
}

func (s *server) GetKeys(ctx context.Context, _ GetKeysRequestObject) (GetKeysResponseObject, error) {
	held, err := s.tokens.keys.youngerThan(ctx, keysLife)
	if err != nil {
		return nil, err
	}
	set := []jwk{}
	for _, id := range held.order {
		public := held.byID[id].Public().(ed25519.PublicKey)
		set = append(set, jwk{"OKP", "Ed25519", "sig", "EdDSA", id, base64.RawURLEncoding.EncodeToString(public)})
	}
	answer, err := asJSON(http.StatusOK, map[string]any{"keys": set})
	return answer.with("Cache-Control", "public, max-age=60"), err
}
