package notify

import (
	"context"
	"testing"
	"time"
)

// Wordings returns the keys of every text, by language.
func Wordings(t *testing.T) map[string][]string {
	t.Helper()
	keys := make(map[string][]string)
	for language, w := range words {
		for section, texts := range map[string]map[string]string{"subjects": w.Subjects, "intros": w.Intros, "labels": w.Labels, "values": w.Values, "words": w.Words, "acknowledge": w.Acknowledge, "ownership": w.Ownership} {
			for key, text := range texts {
				if text == "" {
					t.Errorf("%s: %s.%s is empty", language, section, key)
				}
				keys[language] = append(keys[language], section+"."+key)
			}
		}
		for name, text := range map[string]string{"urgent": w.Urgent, "moment": w.Moment, "clock": w.Clock, "sms": w.SMS, "smsPhone": w.SMSPhone,
			"smsCrisis": w.SMSCrisis, "smsCrises": w.SMSCrises, "smsUnknown": w.SMSUnknown, "smsSecond": w.SMSSecond, "smsAcknowledge": w.SMSAcknowledge, "smsCaller": w.SMSCaller} {
			if text == "" {
				t.Errorf("%s: %s is empty", language, name)
			}
		}
	}
	return keys
}

// Clean, Address and Telephone are what keeps hostile input out of headers.
var (
	Clean     = cleanText
	Address   = address
	Telephone = telephone
)

// GoesByText reports whether a church gets the news by text message too.
func GoesByText(kind string) bool { return goesByText(kind) }

// GoesToFounder reports whether the founder hears of the news where the church has no address; else it waits.
func GoesToFounder(t *testing.T, kind string) bool {
	t.Helper()
	s := &Service{config: Config{FounderEmail: "founder@narthex.example"}}
	_, instead := s.route(&delivery{message: message{Kind: kind, Audience: audienceChurch}, Channel: channelMail, CreatedAt: time.Now()})
	if instead == nil || len(instead.instead) != 1 {
		t.Fatalf("%s: %+v", kind, instead)
	}
	return instead.status == statusSkipped && instead.instead[0].message.Kind == kind
}

// ForgetOld is what Run does once an hour.
func (s *Service) ForgetOld(ctx context.Context) { s.forgetOld(ctx) }

// Worded reports whether there are words in every language for a key that stands under a label.
func Worded(label, key string) bool {
	for _, w := range words {
		if w.value(label, key) == key {
			return false
		}
	}
	return true
}
