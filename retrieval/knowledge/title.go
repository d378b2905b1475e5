package knowledge

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/retrieval/extract"
)

// A document that was given no title is shown to visitors under one made from its file's name, which people write for themselves:
// "YOUTH_safety-policy_v2 (1) FINAL.pdf" is "Youth safety policy".

var (
	// camel is a border between words that no space marks.
	camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
	// date is kept together: its hyphens separate no words.
	date = regexp.MustCompile(`\b(\d{4})[-_.](\d{1,2})[-_.](\d{1,2})\b|\b(\d{1,2})[-_.](\d{1,2})[-_.](\d{4})\b`)
	// copies are what programs add to a name that is taken already, and numbers of versions.
	copies = regexp.MustCompile(`\(\d{1,3}\)|(?i:\bv\d+(?:\.\d+)+\b)|(?i:\b(?:copy|copia)(?: (?:of|de))?\b)`)
	// ofVersion is a word that says which state of the file it is.
	ofVersion = regexp.MustCompile(`^(?i:v\d+(?:\.\d+)*|ver\d*|version\d+|rev\d+|final\d*|definitivo|draft|borrador|edited|editado|signed|firmado)$`)
	// meaningless names are given by scanners, telephones and word processors.
	meaningless = regexp.MustCompile(`^(?i:(?:scan|escaneo|scanned|img|image|imagen|dsc|doc|docs?|document|documento|file|archivo|untitled|sin titulo|new|nuevo|microsoft word)?[ \d]*|[0-9a-f ]{12,})$`)
)

// titleFromFileName makes a title of a file's name, or of the document's own heading where the name says nothing.
func titleFromFileName(name string, content []byte) string {
	bare := strings.TrimSuffix(name, path.Ext(name))
	if plain, err := url.PathUnescape(bare); err == nil && utf8.ValidString(plain) {
		bare = plain
	}
	bare = strings.NewReplacer("_", " ", dated, "").Replace(bare)
	bare = copies.ReplaceAllString(bare, " ")
	title := extract.SingleLine(strings.Join(inSmallLetters(withoutVersions(wordsOfName(bare))), " "))
	if title == "" || meaningless.MatchString(title) {
		if heading := ownHeading(path.Ext(name), content); heading != "" {
			return heading
		}
	}
	if title == "" {
		return name
	}
	if r, size := utf8.DecodeRuneInString(title); size > 0 {
		title = string(unicode.ToUpper(r)) + title[size:]
	}
	return title
}

// dated stands for a date while the words around it are parted.
const dated = "\x00"

// wordsOfName parts a name at what people write instead of spaces.
func wordsOfName(name string) []string {
	kept := date.FindAllString(name, -1)
	name = date.ReplaceAllString(name, " "+dated+" ")
	words := strings.Fields(camel.ReplaceAllString(strings.NewReplacer("-", " ", "+", " ", ".", " ").Replace(name), "$1 $2"))
	for i, word := range words {
		if word == dated {
			words[i], kept = strings.NewReplacer("_", "-", ".", "-").Replace(kept[0]), kept[1:]
		}
	}
	return words
}

// inSmallLetters writes words small that are shouted, all of the name or by themselves. What could be an abbreviation stays, and so
// do capitals at the beginning: they may be those of a name.
func inSmallLetters(words []string) []string {
	shouted := !slices.ContainsFunc(words, hasSmallLetters)
	for i, word := range words {
		if hasSmallLetters(word) || !strings.ContainsAny(word, "AEIOUÁÉÍÓÚ") {
			continue
		}
		if shouted || utf8.RuneCountInString(word) > 4 {
			words[i] = strings.ToLower(word)
		}
	}
	return words
}

func hasSmallLetters(word string) bool { return strings.IndexFunc(word, unicode.IsLower) >= 0 }

// withoutVersions leaves out what says which state of a file it is, unless nothing else is said.
func withoutVersions(words []string) []string {
	kept := slices.DeleteFunc(slices.Clone(words), ofVersion.MatchString)
	if len(kept) == 0 {
		return words
	}
	return kept
}

// ownHeading is the first line of a document that is plain text, if it is short enough to be a title.
func ownHeading(extension string, content []byte) string {
	if extension = strings.ToLower(extension); extension != ".md" && extension != ".txt" {
		return ""
	}
	for line := range strings.Lines(string(content[:min(len(content), 4<<10)])) {
		heading := extract.SingleLine(strings.TrimLeft(line, "# \t\ufeff"))
		if heading == "" {
			continue
		}
		if utf8.RuneCountInString(heading) > 80 || !utf8.ValidString(heading) {
			return ""
		}
		return heading
	}
	return ""
}
