package extract_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"narthex/retrieval/extract"
)

// misbehaviours are what a child does that has met a hostile file.
var misbehaviours = map[string]func(){
	"loop": func() {
		for n := 0; ; n++ {
		}
	},
	"hoard": func() {
		var hoard [][]byte
		for {
			page := make([]byte, 1<<20)
			for i := range page {
				page[i] = 1
			}
			hoard = append(hoard, page)
			if len(hoard) > 100_000 {
				return
			}
		}
	},
	"overflow": func() {
		debug.SetMaxStack(64 << 20) // as ServeExtraction does
		var recurse func(int) int
		recurse = func(n int) int { return recurse(n+1) + n }
		os.Stdout.WriteString(strings.Repeat("x", recurse(0)))
	},
	"babble": func() {
		for {
			if _, err := os.Stdout.Write(bytes.Repeat([]byte("{"), 1<<20)); err != nil {
				return
			}
		}
	},
	"die":     func() { os.Exit(7) },
	"garbage": func() { os.Stdout.WriteString("not JSON") },
	"secrets": func() {
		if os.Getenv("RETRIEVAL_TEST_SECRET") != "" {
			os.Stdout.WriteString(`{"Extracted":{"Blocks":[{"Text":"the secret was handed on"}]}}`)
			return
		}
		os.Stdout.WriteString(`{"Extracted":{"Blocks":[{"Text":"nothing"}]}}`)
	},
}

func TestIsolatedExtractionReadsADocument(t *testing.T) {
	x := newIsolated(t, "serve", extract.IsolatedConfig{})
	got, err := x.Extract(t.Context(), extract.TypeMarkdown, []byte("# Visitor guide\n\nCome in."))
	if err != nil {
		t.Fatal(err)
	}
	if got.Title != "Visitor guide" || len(got.Blocks) != 2 || got.Blocks[1].Text != "Come in." {
		t.Errorf("got %+v", got)
	}
	if _, err := x.Extract(t.Context(), extract.TypeHTML, []byte("<script>1</script>")); !errors.Is(err, extract.ErrNoText) {
		t.Errorf("a refusal came back as %v", err)
	}
}

func TestAMisbehavingExtractorIsEndedAndItsDocumentRefused(t *testing.T) {
	const brief, long = 2 * time.Second, time.Minute // what ends by itself must not run out of time on a busy machine
	for mode, test := range map[string]struct {
		timeout time.Duration
		want    error
	}{
		"loop":     {brief, extract.ErrTooLarge},
		"hoard":    {long, extract.ErrTooLarge},
		"overflow": {long, extract.ErrUnreadable},
		"babble":   {long, extract.ErrTooLarge},
		"die":      {long, extract.ErrUnreadable},
		"garbage":  {long, extract.ErrUnreadable},
	} {
		t.Run(mode, func(t *testing.T) {
			started := time.Now()
			x := newIsolated(t, mode, extract.IsolatedConfig{Timeout: test.timeout})
			_, err := x.Extract(t.Context(), extract.TypePDF, []byte("%PDF-1.7"))
			if !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if took := time.Since(started); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestTheExtractorIsNotGivenTheServersEnvironment(t *testing.T) {
	t.Setenv("RETRIEVAL_TEST_SECRET", "x")
	got, err := newIsolated(t, "secrets", extract.IsolatedConfig{}).Extract(t.Context(), extract.TypePDF, nil)
	if err != nil || got.Blocks[0].Text != "nothing" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestCancellingAnExtractionEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("the server stops")
	time.AfterFunc(50*time.Millisecond, func() { cancel(gone) })
	_, err := newIsolated(t, "loop", extract.IsolatedConfig{Timeout: time.Minute}).Extract(ctx, extract.TypePDF, nil)
	if !errors.Is(err, gone) {
		t.Errorf("got %v, want the cause", err)
	}
}

func TestAnExtractorThatCannotBeStartedIsNoFaultOfTheDocument(t *testing.T) {
	x, err := extract.NewIsolated(extract.IsolatedConfig{Command: []string{"/nowhere/extractor"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Extract(t.Context(), extract.TypePDF, nil)
	for _, refusal := range []error{extract.ErrTooLarge, extract.ErrUnreadable, extract.ErrUnsupported, extract.ErrNoText} {
		if err == nil || errors.Is(err, refusal) {
			t.Errorf("got %v, want an error that is no refusal", err)
		}
	}
}
