package main

import (
	"slices"
	"strings"
	"testing"
)

func TestMessagesGoToTheMailboxUnlessTheEnvironmentSaysOtherwise(t *testing.T) {
	var progress strings.Builder
	p, err := openPost(&progress)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close(&progress)
	tests := []struct {
		name        string
		environment []string
		want        []string
	}{
		{"nothing is said", nil,
			[]string{"SMTP_URL", "MAIL_FROM", "FOUNDER_EMAIL", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM", "TWILIO_API_BASE"}},
		{"a mail server is named", []string{"SMTP_URL=smtp://mail.example", "MAIL_FROM=a@b.example"},
			[]string{"FOUNDER_EMAIL", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM", "TWILIO_API_BASE"}},
		{"an account with Twilio is named", []string{"TWILIO_ACCOUNT_SID=AC1"}, []string{"SMTP_URL", "MAIL_FROM", "FOUNDER_EMAIL"}},
		{"there is to be no mail server", []string{"SMTP_URL=", "TWILIO_ACCOUNT_SID="}, []string{"MAIL_FROM", "FOUNDER_EMAIL"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, setting := range p.settings(test.environment) {
				name, _, _ := strings.Cut(setting, "=")
				got = append(got, name)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q", got)
			}
		})
	}
	second, err := openPost(&progress) // the usual ports are taken now
	if err != nil {
		t.Fatal(err)
	}
	defer second.close(&progress)
	mustContain(t, progress.String(), " is taken: the mailbox uses ")
}
