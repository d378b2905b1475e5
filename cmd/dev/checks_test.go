package main

import (
	"os"
	"strings"
	"testing"
)

// The module of this test brings a staticcheck of its own, which looks for one word, so that nothing has to be fetched.
func TestWhatIsFoundInTheCodeEndsTheRun(t *testing.T) {
	const (
		own         = "module example\n\ngo 1.26\n\ntool example.com/lint/staticcheck\n\nrequire example.com/lint v0.0.0 // indirect\n\nreplace example.com/lint => ./lint\n"
		staticcheck = `package main

import (
	"bytes"
	"fmt"
	"os"
)

func main() {
	if source, err := os.ReadFile("a.go"); err != nil || bytes.Contains(source, []byte("doubtful")) {
		fmt.Println("a.go: doubtful (SA0000) in", os.Args[1:], err)
		os.Exit(1)
	}
}
`
		unused = "\nrequire example.com/unused v0.0.0\n\nreplace example.com/unused => ./unused\n"
	)
	for name, test := range map[string]struct {
		module, source string
		said, err      []string // none: nothing is found
	}{
		"nothing is found": {own, "package example\n", nil, nil},
		"a module that nobody imports": {own + unused, "package example\n",
			[]string{"-require example.com/unused"}, []string{"go mod tidy -diff", "run `go mod tidy`"}},
		"a finding of go vet": {own, "package example\n\nimport \"fmt\"\n\nfunc f() { fmt.Printf(\"%d\", \"x\") }\n",
			[]string{"a.go:5", "%d"}, []string{"go vet ./...", "mend"}},
		"a finding of staticcheck": {own, "package example\n\nconst x = \"doubtful\"\n",
			[]string{"doubtful (SA0000) in [./...]"}, []string{"go tool staticcheck ./...", "//lint:ignore"}},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := module(t, map[string]string{
				"a.go": test.source, "go.mod": test.module, "unused/go.mod": "module example.com/unused\n",
				"lint/go.mod": "module example.com/lint\n\ngo 1.26\n", "lint/staticcheck/main.go": staticcheck,
			})
			var said strings.Builder
			err := runChecks(t.Context(), cmd.Dir, append(os.Environ(), "GOPROXY=off"), []string{"./..."}, &said)
			if len(test.err) == 0 {
				if err != nil {
					t.Errorf("%v\n%s", err, &said)
				}
				return
			}
			if err == nil {
				t.Fatalf("nothing was found:\n%s", &said)
			}
			mustContain(t, err.Error(), test.err...)
			mustContain(t, said.String(), test.said...)
		})
	}
}
