package notify

import (
	"strings"
	"testing"

	"tender/domain"
)

func invitation() *domain.InvitationNote {
	return &domain.InvitationNote{ID: "i1", By: "Ben", To: "Ana", State: domain.InvitationOpen, InvitedAt: noon, Until: noon.Add(domain.DefaultInvitation)}
}

// Who is invited need not know the server: nothing that the host typed may be in the letter but the host's name.
func TestInvitationToAStrangerHoldsNoTextOfTheHosts(t *testing.T) {
	t.Parallel()
	view := begin(t).view(1)
	view.Title = "Buy pills at evil.example"
	note := invitation()
	note.By, note.Title = "Ben\r\nBcc: x@evil.example", view.Title
	l := domain.Letter{ID: "l1", Type: domain.InvitedLetter, Address: "stranger@example.com", Body: "t0ken.mailbox"}
	var out sack
	if r := newMail(t, &out).Post(t.Context(), domain.Post{Letter: l, To: domain.Account{Email: l.Address}, View: &view, Invitation: note}, secrets{}); r.Status != domain.Delivered {
		t.Fatalf("%+v", r)
	}
	header, mail := headerOf(t, out.parcels[0]), string(out.mails[0])
	if strings.Contains(mail, "pills") || header.Get("Bcc") != "" || header.Get("Subject") != "[Tender] Ben Bcc: x@evil.example invites you to Money!" {
		t.Fatal(mail)
	}
	if header.Get("List-Unsubscribe") != "<"+composer.Public+"/no-invitations?token=t0ken.mailbox>" || header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Fatal(header)
	}
}
