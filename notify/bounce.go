package notify

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// How much of a mail that came back is read. Mail servers say what they have to say in its first parts.
const (
	maxBounce       = 1 << 20  // bytes
	maxBounceHeader = 64 << 10 // bytes, of each part
	maxBounceParts  = 8
	maxBounceReport = 64 << 10 // bytes
)

// statusForm is a status of RFC 3463, what follows it is a comment.
var statusForm = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}\b`)

// ReadBounce reads a mail server's report that a mail could not be delivered (RFC 3464). status is as in RFC 3463, such
// as 5.1.1; hard says that it will be no other next time. ok is false for every other mail, also for reports that one has
// arrived. Who reads it must know from its address that the report is about a mail of ours: anybody can write one.
func ReadBounce(r io.Reader) (status string, hard, ok bool) {
	whole, err := message.ReadWithOptions(io.LimitReader(r, maxBounce), &message.ReadOptions{MaxHeaderBytes: maxBounceHeader})
	if whole == nil || err != nil && !message.IsUnknownEncoding(err) && !message.IsUnknownCharset(err) {
		return "", false, false
	}
	kind, params, err := mime.ParseMediaType(whole.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || !strings.EqualFold(params["report-type"], "delivery-status") {
		return "", false, false
	}
	parts := whole.MultipartReader()
	if parts == nil {
		return "", false, false
	}
	for range maxBounceParts {
		part, err := parts.NextPart()
		if part == nil || err != nil && !message.IsUnknownEncoding(err) && !message.IsUnknownCharset(err) {
			return "", false, false
		}
		switch kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); kind {
		case "message/delivery-status", "message/global-delivery-status":
			return readReport(io.LimitReader(part.Body, maxBounceReport))
		}
	}
	return "", false, false
}

// readReport reads groups of fields: one about the mail, then one for each recipient, of which the first counts that the
// mail has not reached. A mail of ours has but one.
func readReport(r io.Reader) (status string, hard, ok bool) {
	lines := bufio.NewReader(r)
	for { // at its end a group can be read, an empty one, without an error
		if _, err := lines.Peek(1); err != nil {
			return "", false, false
		}
		group, err := textproto.ReadHeader(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", false, false
		}
		action := strings.ToLower(strings.TrimSpace(group.Get("Action")))
		if status = statusForm.FindString(strings.TrimSpace(group.Get("Status"))); status != "" && (action == "failed" || action == "delayed") {
			return status, action == "failed" && status[0] == '5', true
		}
	}
}
