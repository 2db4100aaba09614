package speed

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// wire is a connection that stays open, over which one request after the other is sent.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(base string) (*wire, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		return nil, err
	}
	return &wire{conn, bufio.NewReaderSize(conn, 16<<10)}, nil
}

// request is one as it goes over the wire. Headers are names and values in turn.
func request(method, path, token, body string, header ...string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: proof\r\n", method, path)
	if token != "" {
		fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", header[i], header[i+1])
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	fmt.Fprintf(&b, "\r\n%s", body)
	return b.Bytes()
}

// send sends a request and reads its answer, of which it gives the status.
func (w *wire) send(request []byte) (status int, err error) {
	if _, err := w.conn.Write(request); err != nil {
		return 0, err
	}
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, fmt.Errorf("the answer begins with %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	length := 0
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return status, err
		}
		name, value, found := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(": "))
		if len(name) == 0 {
			break
		}
		if found && len(name) == len("Content-Length") && strings.EqualFold(string(name), "Content-Length") {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return status, err
			}
		}
	}
	_, err = w.in.Discard(length)
	return status, err
}
