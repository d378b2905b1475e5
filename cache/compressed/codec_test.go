package compressed_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"narthex/cache/compressed"
)

const example = `{"question":"When is Mass?","text":"Mass is on Sunday at nine.","sources":[{"kind":"document","title":"Visitor Guide"}],"tier":4}`

var (
	codec   = compressed.New(1001, example)
	another = compressed.New(1002, strings.ToLower(example))
)

func TestWhatIsCompressedOpens(t *testing.T) {
	for name, text := range map[string]string{
		"alike":   strings.Replace(example, "nine", "eleven", 1),
		"nothing": "",
		"another": "no JSON at all",
		"long":    strings.Repeat(example, 10_000),
	} {
		for _, codec := range []*compressed.Codec{codec, another} {
			kept := codec.Compress([]byte(text))
			if opened, err := compressed.Open(kept); err != nil || string(opened) != text {
				t.Errorf("%s: %.60q, %v", name, opened, err)
			}
			if compressed.Is([]byte(text)) || !compressed.Is(kept) {
				t.Errorf("%s: a text and what is compressed are not told apart", name)
			}
			if name == "alike" && len(kept) > len(text)/2 {
				t.Errorf("%d bytes take %d", len(text), len(kept))
			}
		}
	}
}

func TestWhatIsDamagedDoesNotOpen(t *testing.T) {
	kept := codec.Compress([]byte(strings.ToUpper(example)))
	unknown, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(1003, []byte(example)))
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{
		"cut":                kept[:len(kept)/2],
		"a text":             []byte("{"),
		"of another example": unknown.EncodeAll([]byte(example), nil),
		"huge":               codec.Compress(bytes.Repeat([]byte{'a'}, 17<<20)),
	} {
		if opened, err := compressed.Open(damaged); err == nil {
			t.Errorf("%s: %.60q", name, opened)
		}
	}
}

func TestExamplesWithOneIDAreRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("what one has compressed would be opened with the other")
		}
	}()
	compressed.New(1001, "another")
}
