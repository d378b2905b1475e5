package disposable_test

import (
	"testing"

	"narthex/admin/signup/disposable"
)

func TestAddressesThatAreThrownAwayAreKnown(t *testing.T) {
	for address, want := range map[string]bool{
		"a@mailinator.com": true, "A@Mailinator.COM": true, "x@guerrillamail.com": true, "a@sub.mailinator.com": true, "y@10minutemail.com": true,
		"pastor@gmail.com": false, "office@graceharbor.org": false, "a@notmailinator.com.example.org": false, "x@com": false, "": false, "@": false, "x@": false,
		"x@0": false, "x@zzzzzzzz.zzz": false, "x@\n": false,
	} {
		if got := disposable.Email(address); got != want {
			t.Errorf("%q: %v, want %v", address, got, want)
		}
	}
}

func FuzzEmail(f *testing.F) {
	f.Add("a@b.c")
	f.Fuzz(func(_ *testing.T, address string) { disposable.Email(address) })
}

func BenchmarkEmail(b *testing.B) {
	disposable.Email("warm@up.example")
	b.ReportAllocs()
	for b.Loop() {
		disposable.Email("office@st-marys.church.example.org")
	}
}
