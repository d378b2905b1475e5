package notify

import "testing"

func TestErrorsNameNobody(t *testing.T) {
	for said, want := range map[string]string{
		"550 5.1.1 <ann.o'dell+x@grace.example>: no such user":                                  "550 5.1.1 <(address)>: no such user",
		"RCPT TO: ann@grace.example, rejected":                                                  "RCPT TO: (address), rejected",
		"Twilio answers 400 (21211): The 'To' number +15550100000 is not a valid phone number.": "Twilio answers 400 (21211): The 'To' number (number) is not a valid phone number.",
		"to +1 (555) 010-0000 refused":                                                          "to (number) refused",
		"to 15550100000 refused":                                                                "to (number) refused",
		"421 4.7.0 try again in 300 s":                                                          "421 4.7.0 try again in 300 s",
	} {
		if got := withoutAddresses(said); got != want {
			t.Errorf("%q became %q, want %q", said, got, want)
		}
	}
}
