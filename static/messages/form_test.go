package messages

import "testing"

func TestOneIsSaidInWordsOfItsOwn(t *testing.T) {
	texts := Texts{
		"kept": "{church} keeps it {months} months, of {limit}", "kept.one": "{church} keeps it a month, of {limit}",
		"used":     "{months} of {limit}",
		"call.one": "Call of {when}",
	}
	for _, test := range []struct {
		key, want string
		pairs     []string
	}{
		{"kept", "Grace keeps it 12 months, of 36", []string{"church", "Grace", "months", "12", "limit", "36"}},
		{"kept", "Grace keeps it a month, of 36", []string{"church", "Grace", "months", "1", "limit", "36"}},
		{"kept", "1 keeps it 0 months, of 1", []string{"church", "1", "months", "0", "limit", "1"}}, // what both say is not what is counted
		{"used", "1 of 1", []string{"months", "1", "limit", "1"}},
		{"call.one", "Call of 1", []string{"when", "1"}},
	} {
		if said := texts.Text(test.key, test.pairs...); said != test.want {
			t.Errorf("%s %v: %q, want %q", test.key, test.pairs, said, test.want)
		}
	}
	if said := texts.Text("kept"); said != texts["kept"] {
		t.Errorf("without a number: %q", said)
	}
}
