package seed

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	"golang.org/x/net/html"
)

func readDemo(t *testing.T) []demoChurch {
	t.Helper()
	churches, err := demoChurches()
	if err != nil {
		t.Fatal(err)
	}
	return churches
}

// directoryEntry is a row of directory.csv: column to value.
type directoryEntry map[string]any

func (e directoryEntry) get(column string) string {
	value, _ := e[column].(string)
	return value
}

func readDirectory(t *testing.T) []directoryEntry {
	t.Helper()
	rows, err := directoryRows(directoryFile)
	if err != nil {
		t.Fatal(err)
	}
	entries := make([]directoryEntry, len(rows))
	for i, row := range rows {
		entries[i] = row
	}
	return entries
}

func TestEveryTimeZoneIsKnown(t *testing.T) {
	for _, church := range readDemo(t) {
		if _, err := time.LoadLocation(church.Place.Timezone); err != nil || church.Place.Timezone == "" {
			t.Errorf("%s: %q: %v", church.Slug, church.Place.Timezone, err)
		}
	}
	for _, church := range readDirectory(t) {
		if _, err := time.LoadLocation(church.get("timezone")); err != nil || church.get("timezone") == "" {
			t.Errorf("%s: %q: %v", church.get("slug"), church.get("timezone"), err)
		}
	}
}

func TestEveryDenominationIsOneTheFormOffersInThatCountry(t *testing.T) {
	families, err := Denominations()
	if err != nil {
		t.Fatal(err)
	}
	countries := map[string][]string{}
	for _, family := range families {
		for _, denomination := range family.Denominations {
			countries[denomination.Key] = denomination.Countries
		}
	}
	check := func(slug, denomination, country string) {
		offered, known := countries[denomination]
		if !known {
			t.Errorf("%s: no denomination %q", slug, denomination)
		} else if len(offered) > 0 && !slices.Contains(offered, country) {
			t.Errorf("%s: %s is not offered in %s", slug, denomination, country)
		}
	}
	for _, church := range readDemo(t) {
		check(church.Slug, church.Place.Denomination, church.Place.Country)
	}
	for _, church := range readDirectory(t) {
		check(church.get("slug"), church.get("denomination"), church.get("country"))
	}
}

func TestTheDirectoryMakesMatchingWorthTesting(t *testing.T) {
	slugs, names, places := map[string]bool{}, map[string]int{}, map[string]bool{}
	for _, church := range readDirectory(t) {
		for _, column := range []string{"slug", "name", "city", "state", "country", "language", "address"} {
			if church.get(column) == "" {
				t.Errorf("%s: no %s", church.get("slug"), column)
			}
		}
		place := church.get("name") + "|" + church.get("city") + "|" + church.get("state")
		if slugs[church.get("slug")] || places[place] {
			t.Errorf("%s: twice", church.get("slug"))
		}
		slugs[church.get("slug")], places[place] = true, true
		names[church.get("name")]++
	}
	if names["First Baptist Church"] < 20 {
		t.Errorf("only %d churches are named First Baptist Church", names["First Baptist Church"])
	}
	for _, demo := range readDemo(t) {
		if slugs[demo.Slug] {
			t.Errorf("%s is a demonstration church", demo.Slug)
		}
	}
}

func TestADirectoryWithAnotherHeadingIsRefused(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "columns in another order": "name,slug\nA,a\n", "a row too short": strings.Join(directoryColumns, ",") + "\na,b\n",
	} {
		if _, err := directoryRows([]byte(content)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

const clock = `(?:(?:1[0-2]|[1-9]):[0-5][0-9] [AP]M|(?:[01][0-9]|2[0-3]):[0-5][0-9])`

var (
	hoursLine     = regexp.MustCompile(`^` + clock + `(?: - ` + clock + `)?(?: \S.*)?$`)
	availableSpan = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$`)
	weekdays      = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)

func TestHoursAreLinesThatStartWithATime(t *testing.T) {
	for _, church := range readDemo(t) {
		if len(church.Subscription.CustomHours["sunday"]) < 2 {
			t.Errorf("%s: fewer than two lines on Sunday", church.Slug)
		}
		for day, lines := range church.Subscription.CustomHours {
			if !slices.Contains(weekdays, day) {
				t.Errorf("%s: no weekday %q", church.Slug, day)
			}
			for _, line := range lines {
				if !hoursLine.MatchString(line) {
					t.Errorf("%s: %s: %q", church.Slug, day, line)
				}
			}
		}
		for day, spans := range church.Voice.Availability {
			for _, span := range spans {
				if !slices.Contains(weekdays, day) || !availableSpan.MatchString(span) {
					t.Errorf("%s: availability on %s: %q", church.Slug, day, span)
				}
			}
		}
	}
}

func TestAgentsAreConfiguredWithinTheirLimits(t *testing.T) {
	for _, church := range readDemo(t) {
		for name, agent := range church.Settings.Agents {
			if !slices.Contains([]string{"care", "coordinator", "discipleship", "stewardship"}, name) {
				t.Errorf("%s: no agent %q", church.Slug, name)
			}
			if agent.Personality.Warmth < 1 || agent.Personality.Warmth > 5 || agent.Personality.Tone == "" || agent.Handoff == "" {
				t.Errorf("%s: %s: %+v", church.Slug, name, agent)
			}
		}
		for _, member := range church.Subscription.CustomStaff {
			if member.Name == "" || member.Title == "" {
				t.Errorf("%s: staff member %+v", church.Slug, member)
			}
		}
		for _, ministry := range church.Subscription.CustomMinistries {
			if ministry.Name == "" || ministry.Description == "" {
				t.Errorf("%s: ministry %+v", church.Slug, ministry)
			}
		}
	}
}

func TestGraceHarborLeavesNothingOut(t *testing.T) {
	for _, church := range readDemo(t) {
		if church.Slug != "grace-harbor" {
			continue
		}
		bought := church.Subscription
		if len(bought.CustomStaff) < 6 || len(bought.CustomMinistries) < 10 || len(church.Settings.Agents) != 4 || len(church.Settings.DoctrinalOverrides) == 0 {
			t.Errorf("%d staff, %d ministries, %d agents, %d overrides",
				len(bought.CustomStaff), len(bought.CustomMinistries), len(church.Settings.Agents), len(church.Settings.DoctrinalOverrides))
		}
		for name, part := range map[string]any{"entry": church.Place, "what to expect": *bought.WhatToExpect, "voice": church.Voice} {
			for column, value := range columnsOf(part) {
				if reflect.ValueOf(value).IsZero() {
					t.Errorf("%s: %s is empty", name, column)
				}
			}
		}
		return
	}
	t.Error("no such church")
}

func TestFAQsAreUsable(t *testing.T) {
	total, exact := 0, 0
	for _, church := range readDemo(t) {
		questions := map[string]bool{}
		for _, faq := range church.FAQs {
			total++
			if faq.ExactResponse {
				exact++
			}
			if faq.Question == "" || faq.Answer == "" || faq.Category == "" || !slices.Contains([]string{"public", "internal"}, faq.Visibility) {
				t.Errorf("%s: %+v", church.Slug, faq)
			}
			if questions[faq.Question] {
				t.Errorf("%s: %q twice", church.Slug, faq.Question)
			}
			questions[faq.Question] = true
		}
	}
	if total < 25 || exact < total/2 || exact == total {
		t.Errorf("%d FAQs, %d of them exact", total, exact)
	}
}

func TestDocumentsAreWhatTheyClaimToBe(t *testing.T) {
	formats := map[string]int{}
	longest := 0
	for _, church := range readDemo(t) {
		listed := map[string]bool{}
		for _, document := range church.Documents {
			listed[document.File] = true
			formats[path.Ext(document.File)]++
			source, err := church.source(document.File)
			if err != nil {
				t.Fatal(err)
			}
			text, pages := documentText(t, document.File, source)
			if words := len(strings.Fields(text)); words < 300 {
				t.Errorf("%s: %s has only %d words", church.Slug, document.File, words)
			}
			if pages > 20 {
				t.Errorf("%s: %s has %d pages", church.Slug, document.File, pages)
			}
			longest = max(longest, pages)
		}
		files, err := fs.ReadDir(churchFiles, path.Join("churches", church.Slug, "documents"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !listed[file.Name()] {
				t.Errorf("%s: %s is in the folder but not in church.yaml", church.Slug, file.Name())
			}
		}
	}
	if longest < 12 {
		t.Errorf("the longest document has %d pages, want a handbook of 12 or more", longest)
	}
	if formats[".pdf"] < 2 || formats[".docx"] < 1 || formats[".html"] < 1 || formats[".txt"] < 1 || formats[".md"] < 3 {
		t.Errorf("formats: %v", formats)
	}
}

// reservedNumbers are the ranges that regulators keep free for fiction: NANP 555-0100 to 0199, Ofcom's 01632 960,
// ComReg's 020 91X and the ACMA's 5550 numbers.
var reservedNumbers = regexp.MustCompile(
	`^(?:\(\d{3}\) 555-01\d{2}|\+1\d{3}55501\d{2}|01632 960\d{3}|020 91\d \d{4}|\(0[2378]\) 5550 \d{4})$`)

// numberLike finds what a reader would take for a telephone number: seven digits or more, in groups.
var numberLike = regexp.MustCompile(`(?:\+|\(|\b)\d(?:[ ()-]{0,2}\d){6,}\b`)

func TestNobodysTelephoneIsMentioned(t *testing.T) {
	checkTexts(t, func(where, text string) {
		for _, number := range numberLike.FindAllString(text, -1) {
			if !reservedNumbers.MatchString(number) {
				t.Errorf("%s: %s", where, number)
			}
		}
	})
	for _, church := range readDirectory(t) {
		if phone := church.get("phone"); phone != "" && !reservedNumbers.MatchString(phone) {
			t.Errorf("%s: %s", church.get("slug"), phone)
		}
	}
}

// netName finds addresses of mail and the web by their last two labels.
var netName = regexp.MustCompile(`(?:@|://|www\.)(?:[a-z0-9-]+\.)*([a-z0-9-]+\.[a-z]+)\b`)

func TestNobodysDomainIsMentioned(t *testing.T) {
	check := func(where, text string) {
		for _, name := range netName.FindAllStringSubmatch(text, -1) {
			if name[1] != "example.org" && !strings.HasSuffix(name[1], ".test") {
				t.Errorf("%s: %s", where, name[0])
			}
		}
	}
	checkTexts(t, check)
	for _, church := range readDirectory(t) {
		check(church.get("slug"), church.get("website"))
	}
}

func TestNoChurchSaysWhatItsOwnLensForbids(t *testing.T) {
	lenses, err := Lenses()
	if err != nil {
		t.Fatal(err)
	}
	families, err := Denominations()
	if err != nil {
		t.Fatal(err)
	}
	lensOf := map[string]Lens{}
	for _, church := range readDemo(t) {
		for _, family := range families {
			for _, denomination := range family.Denominations {
				if denomination.Key == church.Place.Denomination {
					lensOf[church.Slug] = lenses[denomination.Lens-1]
				}
			}
		}
		for _, lens := range lenses {
			if lens.Slug == church.Lens {
				lensOf[church.Slug] = lens
			}
		}
	}
	checkTexts(t, func(where, text string) {
		slug, _, _ := strings.Cut(where, "/")
		for _, rule := range lensOf[slug].Doctrine {
			for _, term := range rule.ForbiddenTerms {
				if containsWords(text, term) {
					t.Errorf("%s: %q", where, term)
				}
			}
		}
	})
}

func TestAMisspeltOrRepeatedKeyIsRefused(t *testing.T) {
	for _, content := range []string{
		"name: A\nfone: 1", "subscription: {plann: pro_chat}", "place: {name: A}", "name: A\nname: B",
	} {
		if err := decodeYAML([]byte(content), new(demoChurch)); err == nil {
			t.Errorf("accepted %q", content)
		}
	}
	if err := decodeYAML([]byte("- {question: Q, answr: A}"), new([]faq)); err == nil {
		t.Error("accepted an FAQ with a misspelt key")
	}
}

func TestIdsAreStableAndTheirOwn(t *testing.T) {
	// A changed id would make every deployed database lose its seeded rows and gain new ones.
	const want = "2d519c8b-8288-514b-bfc5-7a79efa5f231"
	if id := ChurchID("grace-harbor").String(); id != want {
		t.Errorf("grace-harbor has id %s, want %s", id, want)
	}
	if v := ChurchID("st-brigids").Version(); v != 5 {
		t.Errorf("ids are of version %d, want 5", v)
	}
}

// checkTexts hands over every text of the demonstration churches, by "slug/file".
func checkTexts(t *testing.T, check func(where, text string)) {
	t.Helper()
	err := fs.WalkDir(churchFiles, "churches", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := churchFiles.ReadFile(file)
		if err != nil {
			return err
		}
		text, _ := documentText(t, file, content)
		check(strings.TrimPrefix(file, "churches/"), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// documentText opens a document with a reader of its format, and fails the test when that cannot read it.
func documentText(t *testing.T, file string, content []byte) (text string, pages int) {
	t.Helper()
	switch path.Ext(file) {
	case ".pdf":
		return pdfText(t, file, content)
	case ".docx":
		return docxText(t, file, content), 0
	case ".html":
		return htmlText(t, file, content), 0
	default:
		if !utf8.Valid(content) || bytes.ContainsRune(content, '\r') {
			t.Errorf("%s: not UTF-8 with plain line ends", file)
		}
		return string(content), 0
	}
}

func pdfText(t *testing.T, file string, content []byte) (text string, pages int) {
	t.Helper()
	reader, err := pdf.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var all strings.Builder
	for number := 1; number <= reader.NumPage(); number++ {
		rows, err := reader.Page(number).GetTextByRow()
		if err != nil {
			t.Fatalf("%s: page %d: %v", file, number, err)
		}
		for _, row := range rows {
			for _, piece := range row.Content {
				all.WriteString(piece.S + "\n")
			}
		}
	}
	return all.String(), reader.NumPage()
}

func docxText(t *testing.T, file string, content []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	body, err := archive.Open("word/document.xml")
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	defer body.Close()
	var text strings.Builder
	styles := map[string]int{}
	decoder := xml.NewDecoder(body)
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "pStyle" {
				styles[token.Attr[0].Value]++
			}
		case xml.EndElement:
			if token.Name.Local == "p" {
				text.WriteByte('\n')
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if styles["Title"] != 1 || styles["Heading1"] < 5 || styles["Heading2"] < 5 {
		t.Errorf("%s: headings are not styled as headings: %v", file, styles)
	}
	return text.String()
}

func htmlText(t *testing.T, file string, content []byte) string {
	t.Helper()
	document, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var text strings.Builder
	for node := range document.Descendants() {
		if node.Type == html.TextNode && node.Parent.Data != "style" {
			text.WriteString(node.Data + " ")
		}
	}
	return text.String()
}

// columnsOf gives a struct's fields by their column, whether they are set or not.
func columnsOf(part any) map[string]any {
	columns := map[string]any{}
	value := reflect.ValueOf(part)
	for field := range value.Type().Fields() {
		column, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		columns[column] = value.FieldByIndex(field.Index).Interface()
	}
	return columns
}
