package notify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tender/domain"
)

// Files carries mails into a directory, one RFC 5322 file each: for a server without a mail server,
// and for looking at what would be sent.
type Files struct{ dir string }

// OpenFiles makes the directory if it is not there. Others of the machine cannot read it: mails show hands.
func OpenFiles(dir string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("directory for mails: %w", err)
	}
	return &Files{dir}, nil
}

// Carry writes a mail. It is there as a whole or not at all; the same delivery again replaces it.
func (f *Files) Carry(_ context.Context, p Parcel) Reply {
	if err := f.write(p.Name, p.Mail); err != nil {
		return Reply{Status: domain.Pending, Why: domain.WhyServiceDown, Detail: "the mail could not be written to its file", Err: err}
	}
	return Reply{Status: domain.Delivered, Detail: domain.ToFile}
}

func (f *Files) write(name string, mail []byte) (err error) {
	if name == "" || strings.ContainsAny(name, `/\.`) {
		return errors.New("this is not fit for a file's name")
	}
	file, err := os.CreateTemp(f.dir, ".mail-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	if _, err = file.Write(mail); err != nil {
		return err
	}
	if err = file.Sync(); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(f.dir, name+".eml"))
}
