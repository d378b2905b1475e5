package articles

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
)

// Snippet is what of an article says the words that were searched for.
type Snippet []SnippetPart

// SnippetPart is a piece of a snippet; Hit if it is one of the words.
type SnippetPart struct {
	Text string
	Hit  bool
}

// The marks around hits are characters that no text may have: those of private use. The words that come back are text, and are
// escaped like all other text.
const hitStart, hitStop, fragmentEnd = "\ue000", "\ue001", "\ue002"

var unmarked = strings.NewReplacer(hitStart, "", hitStop, "", fragmentEnd, "")

// anyOf is what is looked for, each word by itself: one may stand in the title alone, and then no place of the text has them all.
const anyOf = `regexp_replace(` + searched + `::text, ' (&|<->|<[0-9]+>) ', ' | ', 'g')::tsquery`

// longestSearched is how much of an article is looked through for its snippet, in bytes.
const longestSearched = 60_000

// snippets has Postgres find the best places of the articles' texts, which it gets without the marks of Markdown.
func (s *Store) snippets(ctx context.Context, query string, found []Article) ([]Snippet, error) {
	texts, stemmers := make([]string, len(found)), make([]string, len(found))
	for i, a := range found {
		content := a.Content[:runeStart(a.Content, min(len(a.Content), longestSearched))]
		texts[i], stemmers[i] = unmarked.Replace(passages(content, query)), stemmerOf(a.Language)
	}
	rows, err := s.Pool.Query(ctx, `
		select ts_headline(t.stemmer::regconfig, t.text, `+anyOf+`,
			'StartSel=`+hitStart+`, StopSel=`+hitStop+`, FragmentDelimiter=`+fragmentEnd+`, MaxFragments=2, MaxWords=26, MinWords=12')
		from unnest($2::text[], $3::text[]) with ordinality as t (text, stemmer, place)
		order by t.place`, query, texts, stemmers)
	if err != nil {
		return nil, fmt.Errorf("find snippets of articles: %w", err)
	}
	marked, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find snippets of articles: %w", err)
	}
	snippets := make([]Snippet, len(marked))
	for i := range marked {
		snippets[i] = readSnippet(framed(marked[i], texts[i]))
	}
	return snippets, nil
}

func stemmerOf(language string) string {
	switch language {
	case "en":
		return "pg_catalog.english"
	case "es":
		return "pg_catalog.spanish"
	}
	return "pg_catalog.simple"
}

func readSnippet(marked string) (snippet Snippet) {
	marked = strings.ReplaceAll(marked, fragmentEnd, " … ")
	for marked != "" {
		before, rest, found := strings.Cut(marked, hitStart)
		if before != "" {
			snippet = append(snippet, SnippetPart{Text: before})
		}
		if !found {
			break
		}
		hit, after, _ := strings.Cut(rest, hitStop)
		snippet = append(snippet, SnippetPart{Text: hit, Hit: true})
		marked = after
	}
	return snippet
}

// sentenceEnds are what stands between sentences, or where a text was cut already.
const sentenceEnds = ".!?:…\n" + partEnd

// framed shows where a snippet of a text begins or ends within a sentence, and ends a sentence of which only the stop was left out.
func framed(marked, text string) string {
	fragments := strings.Split(marked, fragmentEnd)
	first, last := unmarked.Replace(fragments[0]), unmarked.Replace(fragments[len(fragments)-1])
	before, _, found := strings.Cut(text, first)
	if before = strings.TrimRight(before, " \"'“‘«(¿¡"); found && before != "" && !endsSentence(before) {
		marked = "… " + marked
	}
	if _, after, found := strings.Cut(text, last); found && !endsSentence(last) {
		stop, size := utf8.DecodeRuneInString(after)
		switch {
		case size > 0 && strings.ContainsRune(".!?", stop):
			marked += string(stop)
		case strings.TrimSpace(after) != "":
			marked += " …"
		}
	}
	return marked
}

func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(sentenceEnds, last)
}
