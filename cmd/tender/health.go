package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthTimeout is how long a server may take to say that it is ready.
const healthTimeout = 3 * time.Second

type healthCommand struct {
	Addr string `default:"127.0.0.1:8080" env:"TENDER_ADDR" placeholder:"HOST:PORT" help:"Where the server listens (${default})."`
}

// Run asks a server on this machine whether it is ready: for the health check of a container without a shell.
func (c healthCommand) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{}}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", response.Status)
	}
	return nil
}
