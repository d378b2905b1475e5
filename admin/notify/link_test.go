package notify_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/notify"
)

func TestALinkIsGoodForOneRequestAndRecipientAndAWhile(t *testing.T) {
	links, now := testLinks(), time.Now()
	said := notify.Acknowledgement{Church: uuid.New(), Request: uuid.New(), Recipient: "office@grace.example", Expires: time.Unix(now.Add(time.Hour).Unix(), 0)}
	token := strings.TrimPrefix(links.Link(said), "https://narthex.example"+notify.LinkPath)
	if read, err := links.Read(token, now); err != nil || read != said {
		t.Errorf("%+v, %v", read, err)
	}
	if read, err := links.Read(token, said.Expires); !errors.Is(err, notify.ErrExpiredLink) || read != said {
		t.Errorf("after its time: %+v, %v", read, err)
	}
	other, err := notify.NewLinks("https://narthex.example", []byte("another key of thirty-two bytes or more"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Read(token, now); !errors.Is(err, notify.ErrForgedLink) {
		t.Errorf("signed with another key: %v", err)
	}
	for i := range token {
		changed := []byte(token)
		changed[i] = 'A' + (changed[i]-'A'+1)%26
		if read, err := links.Read(string(changed), now); !errors.Is(err, notify.ErrForgedLink) {
			t.Fatalf("changed at %d: %+v, %v", i, read, err)
		}
	}
	for _, forged := range []string{"", "x", token[:20], token + "A", strings.Repeat("A", 100_000)} {
		if _, err := links.Read(forged, now); !errors.Is(err, notify.ErrForgedLink) {
			t.Errorf("%.30q: %v", forged, err)
		}
	}
	if _, err := notify.NewLinks("", []byte("short")); err == nil {
		t.Error("a short key was taken")
	}
}
