package mailbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestTheOldestIsForgotten(t *testing.T) {
	s := newStore()
	for i := range mostMessages + 3 {
		s.add(Message{Subject: fmt.Sprint(i)})
	}
	messages, _ := s.list()
	if len(messages) != mostMessages || messages[0].Subject != fmt.Sprint(mostMessages+2) {
		t.Errorf("%d messages, the newest %s", len(messages), messages[0].Subject)
	}
	for range 20 {
		s.add(Message{Raw: strings.Repeat("x", largestMail)})
	}
	if messages, _ := s.list(); len(messages) > mostBytes/largestMail {
		t.Errorf("%d large messages are kept", len(messages))
	}
}

func FuzzAnyMailCanBeShown(f *testing.F) {
	f.Add([]byte("Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHola\r\n--x--\r\n"))
	f.Add([]byte("no header"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x"))
	f.Add([]byte("Subject: =?utf-8?q?=FF?=\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := json.Marshal(parse(raw)); err != nil {
			t.Error(err)
		}
	})
}
