package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
)

// Reason says in a few words why there was no answer. It names no address and nothing of the network behind one.
func Reason(err error) string {
	var timeout net.Error
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var op *net.OpError
	switch {
	case errors.Is(err, ErrForbidden):
		return ErrForbidden.Error()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case errors.Is(err, context.Canceled):
		return "broken off"
	case errors.As(err, &dns):
		return "the name does not resolve"
	case errors.As(err, &cert):
		return "the certificate is not trusted for this name"
	case errors.As(err, &record), errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error"): // as crypto/tls calls alerts
		return "the TLS connection failed"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed"
	}
	return "no understandable answer"
}
