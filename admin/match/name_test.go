package match

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestNamesOfOneChurchAreToldFromThoseOfTwo(t *testing.T) {
	text, err := os.ReadFile("testdata/matches.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var pairs []struct {
		SignUp    string `yaml:"sign_up"`
		Directory string
		City      string
		Expect    string
	}
	if err := yaml.Unmarshal(text, &pairs); err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		a, b := readName(p.SignUp, wordsOf(p.City)), readName(p.Directory, wordsOf(p.City))
		got := "other"
		if compare(a, b) != different {
			got = "same"
		}
		if got != p.Expect {
			t.Errorf("%q and %q: %s, want %s (%v %v)", p.SignUp, p.Directory, got, p.Expect, a, b)
		}
		if compare(a, b) != compare(b, a) {
			t.Errorf("%q and %q: it matters which comes first", p.SignUp, p.Directory)
		}
	}
}

func FuzzReadName(f *testing.F) {
	f.Add("St. Mary's A. M. E. Church", "Portland")
	f.Fuzz(func(t *testing.T, text, town string) {
		n := readName(text, wordsOf(town))
		if len(n.own)+len(n.kind) > 0 && compare(n, n) != same {
			t.Errorf("%q is not itself", text)
		}
	})
}
