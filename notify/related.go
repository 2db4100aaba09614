package notify

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"

	"tender/notify/picture"
)

// related is an HTML page together with its picture: what a mail reader shows in place of the text, as one part of the
// mail. go-mail would give all its multiparts the one boundary that makes attempts alike, or one by chance; so this one
// is written here.
type related struct {
	boundary string
	body     bytes.Buffer
}

func newRelated(boundary, html, id string, p picture.Picture) (*related, error) {
	r := &related{boundary: boundary}
	w := multipart.NewWriter(&r.body)
	if err := w.SetBoundary(boundary); err != nil {
		return nil, fmt.Errorf("boundary of a mail: %w", err)
	}
	if err := writeHTML(w, html); err != nil {
		return nil, err
	}
	if err := writePicture(w, id, p); err != nil {
		return nil, err
	}
	return r, w.Close()
}

// addTo adds it to a mail as an alternative to what is there.
func (r *related) addTo(m *gomail.Msg) {
	kind := gomail.ContentType(fmt.Sprintf(`multipart/related; type="text/html"; boundary="%s"`, r.boundary))
	m.AddAlternativeWriter(kind, func(w io.Writer) (int64, error) {
		n, err := w.Write(r.body.Bytes())
		return int64(n), err
	}, gomail.WithPartEncoding(gomail.NoEncoding)) // its parts are encoded
}

func writeHTML(w *multipart.Writer, html string) error {
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Type": {"text/html; charset=UTF-8"},
		"Content-Transfer-Encoding": {"quoted-printable"}})
	if err != nil {
		return err
	}
	q := quotedprintable.NewWriter(part)
	if _, err := io.WriteString(q, html); err != nil {
		return err
	}
	return q.Close()
}

func writePicture(w *multipart.Writer, id string, p picture.Picture) error {
	const width = 76 // characters of a line of base64
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Type": {`image/png; name="table.png"`},
		"Content-Disposition": {`inline; filename="table.png"`}, "Content-Id": {"<" + id + ">"},
		"Content-Transfer-Encoding": {"base64"}})
	if err != nil {
		return err
	}
	for text := base64.StdEncoding.EncodeToString(p.PNG); text != ""; {
		line := text[:min(width, len(text))]
		text = text[len(line):]
		if _, err := io.WriteString(part, line+"\r\n"); err != nil {
			return err
		}
	}
	return nil
}
