package extract_test

import (
	"fmt"
	"os"
	"testing"

	"narthex/cmd/dev/leaktest"
	"narthex/retrieval/extract"
)

// extractorVariable makes the test binary the extractor's child process; the value says how it behaves.
const extractorVariable = "RETRIEVAL_TEST_EXTRACTOR"

func TestMain(m *testing.M) {
	if mode := os.Getenv(extractorVariable); mode != "" {
		if err := beExtractor(mode); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	leaktest.VerifyTestMain(m)
}

func beExtractor(mode string) error {
	if misbehave, ok := misbehaviours[mode]; ok {
		misbehave()
		return nil
	}
	return extract.Serve(os.Stdin, os.Stdout)
}

// newIsolated returns an extractor whose children are this test binary.
func newIsolated(t testing.TB, mode string, cfg extract.IsolatedConfig) *extract.Isolated {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Command = []string{self}
	cfg.Env = []string{extractorVariable + "=" + mode}
	isolated, err := extract.NewIsolated(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return isolated
}
