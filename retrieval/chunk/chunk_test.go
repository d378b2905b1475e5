package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
)

func heading(level int, text string) extract.Block {
	return extract.Block{Kind: extract.Heading, HeadingLevel: level, Text: text}
}

func prose(words int) string {
	var b strings.Builder
	for i := range words {
		switch {
		case i%10 == 0 && i > 0:
			fmt.Fprintf(&b, ". W%d", i)
		case i == 0:
			b.WriteString("W0")
		default:
			fmt.Fprintf(&b, " w%d", i)
		}
	}
	return b.String() + "."
}

func TestChunksFollowTheHeadings(t *testing.T) {
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{
		{Text: prose(60), Page: 1},
		heading(1, "Sacraments"), heading(2, "Baptism"), {Text: prose(70), Page: 2},
		heading(3, "Preparation"), {Text: prose(80), Page: 3},
		heading(2, "Marriage"), {Text: prose(90), Page: 4},
	}}, chunk.Config{})
	var got []string
	for _, c := range chunks {
		got = append(got, fmt.Sprintf("%d %d %s", c.Index, c.Page, strings.Join(c.HeadingPath, "/")))
	}
	want := []string{"0 1 ", "1 2 Sacraments/Baptism", "2 3 Sacraments/Baptism/Preparation", "3 4 Sacraments/Marriage"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLongProseIsCutBetweenSentencesWithAnOverlap(t *testing.T) {
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{{Text: prose(1000)}}}, chunk.Config{})
	if len(chunks) < 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
	for i, c := range chunks {
		if n := chunk.WordCount(c.Text); n > 350 || i < len(chunks)-1 && n < 200 {
			t.Errorf("chunk %d has %d words", i, n)
		}
		if !strings.HasSuffix(c.Text, ".") || !strings.HasPrefix(c.Text, "W") {
			t.Errorf("chunk %d is cut within a sentence: %.20q … %q", i, c.Text, c.Text[len(c.Text)-20:])
		}
		if i > 0 {
			repeated := strings.TrimSpace(c.Text[:c.Overlap])
			if n := chunk.WordCount(repeated); n == 0 || n > 40 || !strings.HasSuffix(chunks[i-1].Text, repeated) {
				t.Errorf("chunk %d repeats %q", i, repeated)
			}
		}
	}
}

func TestListsAndTablesStayWholeWhenTheyFit(t *testing.T) {
	list := "- one two three\n- four five six\n- seven eight nine"
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{
		{Text: prose(240)}, {Kind: extract.List, Text: strings.Repeat(list+"\n", 12)},
	}}, chunk.Config{})
	if len(chunks) != 2 || strings.Contains(chunks[0].Text, "- one") {
		t.Errorf("the list was cut: %d chunks", len(chunks))
	}
}

func TestALongTableKeepsItsHeaderInEveryChunk(t *testing.T) {
	var rows []string
	for i := range 200 {
		rows = append(rows, fmt.Sprintf("Room %d | %d seats | free on day %d", i, i, i))
	}
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{
		{Kind: extract.Table, Text: "Room | Seats | When\n" + strings.Join(rows, "\n")},
	}}, chunk.Config{})
	if len(chunks) < 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
	for i, c := range chunks {
		if !strings.HasPrefix(c.Text, "Room | Seats | When\nRoom ") {
			t.Errorf("chunk %d begins with %.40q", i, c.Text)
		}
	}
}

func TestShortSectionsJoinTheirNeighbours(t *testing.T) {
	var blocks []extract.Block
	for i := range 6 {
		blocks = append(blocks, heading(2, fmt.Sprintf("Question %d", i)), extract.Block{Text: prose(15)})
	}
	blocks = append([]extract.Block{heading(1, "Questions")}, blocks...)
	chunks := chunk.Cut(extract.Text{Blocks: blocks}, chunk.Config{})
	if len(chunks) != 2 {
		t.Fatalf("%d chunks of six short sections, want 2", len(chunks))
	}
	for _, c := range chunks {
		if diff := cmp.Diff([]string{"Questions"}, c.HeadingPath); diff != "" || !strings.Contains(c.Text, "Question ") {
			t.Errorf("the merged sections lost their headings: %+v", c)
		}
	}
}

func TestAHeadingWithNothingBelowIsText(t *testing.T) {
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{heading(1, "Mass times"), heading(2, "Sunday 9:00"), heading(2, "Sunday 11:00")}}, chunk.Config{})
	if len(chunks) != 1 || !strings.Contains(chunks[0].Text, "Sunday 9:00") || !strings.Contains(chunks[0].Text, "Sunday 11:00") {
		t.Errorf("%+v", chunks)
	}
}

func TestTextWithoutSpacesIsBoundedToo(t *testing.T) {
	chunks := chunk.Cut(extract.Text{Blocks: []extract.Block{{Text: strings.Repeat("星", 20_000)}}}, chunk.Config{})
	for _, c := range chunks {
		if n := len([]rune(c.Text)); n > 3000 {
			t.Errorf("a chunk of %d characters", n)
		}
	}
}

func TestNothingGivesNoChunks(t *testing.T) {
	if chunks := chunk.Cut(extract.Text{}, chunk.Config{}); len(chunks) != 0 {
		t.Errorf("%+v", chunks)
	}
}

// FuzzChunks feeds the chunker Markdown: whatever it is, the chunks hold all of its words in order, and none is too long.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("# Handbook\n"+strings.Repeat("\n## Section\n\n"+prose(80)+"\n", 3)), uint16(60), uint16(10))
	f.Add([]byte("# A\n\n## B\n\n- x\n- y\n\n|a|b|\n|-|-|\n|c|d|\n"), uint16(8), uint16(2))
	f.Add([]byte(strings.Repeat("word ", 300)), uint16(20), uint16(5))
	f.Fuzz(func(t *testing.T, content []byte, maximum, overlap uint16) {
		if len(content) > 20_000 {
			return
		}
		extracted, err := extract.Document(t.Context(), extract.TypeMarkdown, content)
		if err != nil {
			return
		}
		cfg := chunk.Config{Max: 8 + int(maximum)%500, Overlap: 1 + int(overlap)%100}
		chunks := chunk.Cut(extracted, cfg)
		var all strings.Builder
		for i, c := range chunks {
			if n := chunk.WordCount(c.Text); n > cfg.Max+cfg.Max/4+2 {
				t.Errorf("chunk %d has %d words, at most %d asked for", i, n, cfg.Max)
			}
			if c.Index != i || c.Overlap >= len(c.Text) || strings.TrimSpace(c.Text) == "" {
				t.Errorf("chunk %d: %+v", i, c)
			}
			all.WriteString(" " + strings.Join(c.HeadingPath, " ") + " " + c.Text[c.Overlap:])
		}
		held := strings.Join(strings.Fields(all.String()), "")
		at := 0
		for _, b := range extracted.Blocks {
			if b.Kind == extract.Heading {
				continue
			}
			text := strings.Join(strings.Fields(b.Text), "")
			i := strings.Index(held[at:], text)
			if i < 0 {
				// cut by a heading path or a header row that is repeated: look for its words one by one
				for word := range strings.FieldsSeq(b.Text) {
					i := strings.Index(held[at:], word)
					if i < 0 && len(word) < 100 {
						t.Fatalf("the chunks lost %q", word)
					}
					at += max(i, 0)
				}
				continue
			}
			at += i + len(text)
		}
	})
}
