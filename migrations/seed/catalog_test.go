package seed

import (
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

func TestTheCatalogueHoldsTheSeventeenLenses(t *testing.T) {
	want := []struct {
		id         int
		slug, name string
	}{
		{1, "evangelical", "Evangelical"},
		{2, "reformed-presbyterian", "Reformed/Presbyterian"},
		{3, "pentecostal-charismatic", "Pentecostal/Charismatic"},
		{4, "catholic", "Catholic"},
		{5, "mainline-protestant", "Mainline Protestant"},
		{6, "lutheran", "Lutheran"},
		{7, "anglican-episcopal", "Anglican/Episcopal"},
		{8, "anabaptist-mennonite", "Anabaptist/Mennonite"},
		{9, "eastern-orthodox", "Eastern Orthodox"},
		{10, "christocentric", "Christocentric"},
		{11, "black-church", "Black Church"},
		{12, "baptist", "Baptist"},
		{13, "wesleyan-methodist", "Wesleyan/Methodist"},
		{14, "non-denominational", "Non-denominational"},
		{15, "word-of-faith", "Word of Faith"},
		{16, "liberation", "Liberation"},
		{17, "seventh-day-adventist", "Seventh-day Adventist"},
	}
	lenses := mustLoad(t, Lenses)
	if len(lenses) != len(want) {
		t.Fatalf("%d lenses, want %d", len(lenses), len(want))
	}
	for i, w := range want {
		if got := lenses[i]; got.ID != w.id || got.Slug != w.slug || got.Name != w.name {
			t.Errorf("lens %d is %d %q %q, want %d %q %q", i+1, got.ID, got.Slug, got.Name, w.id, w.slug, w.name)
		}
	}
}

func TestEveryLensSaysEnoughAndNoMoreThanAPromptCanCarry(t *testing.T) {
	for _, lens := range mustLoad(t, Lenses) {
		if n := sentences(lens.Description); n < 3 || n > 6 {
			t.Errorf("%s: description has %d sentences, want 3 to 6", lens.Slug, n)
		}
		if n := len(lens.Vocabulary); n < 12 {
			t.Errorf("%s: %d vocabulary entries, want at least 12", lens.Slug, n)
		}
		if !slices.ContainsFunc(lens.Vocabulary, func(e VocabularyEntry) bool { return e.InsteadOf != "" }) {
			t.Errorf("%s: no vocabulary entry says what it is said instead of", lens.Slug)
		}
		if n := len(lens.Doctrine); n < 6 {
			t.Errorf("%s: %d doctrinal rules, want at least 6", lens.Slug, n)
		}
		for _, rule := range lens.Doctrine {
			if n := sentences(rule.Position); n < 1 || n > 3 {
				t.Errorf("%s: position on %s has %d sentences, want 1 to 3", lens.Slug, rule.Topic, n)
			}
			if n := len(rule.ForbiddenTerms); n < 1 || n > 6 {
				t.Errorf("%s: %d forbidden terms on %s, want 1 to 6", lens.Slug, n, rule.Topic)
			}
		}
	}
}

func TestForbiddenTermsNeverOccurInTheLensItself(t *testing.T) {
	for _, lens := range mustLoad(t, Lenses) {
		own := []string{lens.Name, lens.Description}
		for _, entry := range lens.Vocabulary {
			own = append(own, entry.Term, entry.Gloss, entry.InsteadOf)
		}
		for _, rule := range lens.Doctrine {
			own = append(own, rule.Topic, rule.Position)
		}
		for _, text := range own {
			if term := mentions(lens, text); term != "" {
				t.Errorf("%s forbids %q, but says itself: %s", lens.Slug, term, text)
			}
		}
	}
}

func TestNoForbiddenTermIsSpareBecauseAnotherCoversIt(t *testing.T) {
	for _, lens := range mustLoad(t, Lenses) {
		terms := forbidden(lens)
		for i, term := range terms {
			for j, wider := range terms {
				if i != j && strings.Contains(plainWords(term), plainWords(wider)) {
					t.Errorf("%s: %q can never be needed, %q matches wherever it does", lens.Slug, term, wider)
				}
			}
		}
	}
}

// Answers that a good assistant gives every day, among them the plain denials that a visitor's question calls for. None
// may be cut off by the guard of any lens named; no lens named means all 17.
func TestOrdinaryAnswersAreNotForbidden(t *testing.T) {
	tests := []struct {
		name, answer string
		lenses       []string
	}{
		{"a first visit", "Come as you are. Sunday service is at 10:30, parking is behind the church, and nobody is looking down on what you wear.", nil},
		{"a welcome for somebody new to faith", "You do not need a church background to come, and you are welcome to sit and listen.", nil},
		{"comfort in grief", "I am so sorry that your mother has died. May God hold you close. Would you like somebody to call you?", nil},
		{"comfort in illness", "Being ill is not God's punishment, and please do not stop taking your medicine. We will pray with you.", nil},
		{"fear of being unforgiven", "You may feel that God could never forgive you. His mercy is greater than you fear.", nil},
		{"doubt about assurance", "No, you cannot earn God's love; it is a gift in Jesus Christ.", nil},
		{"what happens in baptism", "Baptism is a great moment. The pastor would love to meet you first and explain how we do it.", nil},
		{"a blessing", "The Lord bless you and keep you; the Lord make his face shine upon you.", nil},
		{"giving", "You can give online or in the offering. Nobody is expected to give on a first visit.", nil},
		{"a youth leader", "Our youth group meets on Wednesday at 7, and every leader has passed the safeguarding checks.", nil},
		{"a denial about Mary", "Catholics do not worship Mary. We honor her and ask her to pray for us.", []string{"catholic", "eastern-orthodox", "anglican-episcopal"}},
		{"a denial about icons", "We do not worship icons; we venerate them, and worship belongs to God alone.", []string{"eastern-orthodox"}},
		{"a denial about confession", "You do not need to confess to a priest. You may pray to God directly.", []string{"baptist", "evangelical", "non-denominational"}},
		{"a denial about infants", "We do not baptize babies, but we gladly dedicate them to God.", []string{"baptist", "anabaptist-mennonite", "non-denominational", "seventh-day-adventist"}},
		{"a denial about the rapture", "The Church does not teach a rapture before the end; Christ will come once, in glory.", []string{"catholic", "eastern-orthodox", "lutheran", "anglican-episcopal", "reformed-presbyterian"}},
		{"a denial about souls", "Adventists do not believe in an immortal soul. The dead rest until Jesus wakes them.", []string{"seventh-day-adventist"}},
		{"Bible study among Adventists", "Our Seventh-day Adventist Bible study meets on Tuesday.", []string{"seventh-day-adventist"}},
		{"predestination", "Nothing is outside of God's control, and no, you cannot lose your salvation if you are his.", []string{"reformed-presbyterian", "baptist"}},
		{"dignity of the poor", "The poor deserve our respect and our help.", nil},
		{"no blame for the sick", "You are not ill because of a lack of faith.", []string{"pentecostal-charismatic", "word-of-faith"}},
		{"the priest at Mass", "Father Ruiz hears confessions on Saturday at 4, before the evening Mass.", []string{"catholic"}},
		{"no need to call ahead", "There is no need to see a priest before you come to Mass.", []string{"catholic"}},
		{"the Coptic pope", "Our Pope Tawadros blessed the new church in Alexandria.", []string{"eastern-orthodox"}},
		{"a Spanish denial", "Los católicos no adoran a María; la honran y le piden que ruegue por nosotros.", []string{"catholic"}},
		{"a Spanish welcome", "¡Bienvenido! El culto es el domingo a las once y hay cuidado de niños.", nil},
		{"the parable of the sower", "A sower went out to sow his seed, and some fell on good ground.", nil},
	}
	for _, test := range tests {
		for _, lens := range mustLoad(t, Lenses) {
			if len(test.lenses) > 0 && !slices.Contains(test.lenses, lens.Slug) {
				continue
			}
			if term := mentions(lens, test.answer); term != "" {
				t.Errorf("%s: the %s lens forbids %q in: %s", test.name, lens.Slug, term, test.answer)
			}
		}
	}
}

// What a careless model says under each lens, and what the lens is there to stop.
func TestMisstatementsAreForbidden(t *testing.T) {
	tests := []struct{ lens, answer string }{
		{"evangelical", "Since your parents go to church, you were born a Christian."},
		{"reformed-presbyterian", "The church is led by our bishop, who visits in May."},
		{"pentecostal-charismatic", "Your son would be healed if you had enough faith."},
		{"catholic", "All are welcome to receive Holy Communion at our Mass."},
		{"catholic", "El pan es un mero simbolo."},
		{"mainline-protestant", "You must be rebaptized to join."},
		{"lutheran", "You can ask Jesus into your heart right now."},
		{"lutheran", "Lutherans teach CONSUBSTANTIATION."},
		{"anglican-episcopal", "The Anglican church is sometimes called Catholic lite."},
		{"anabaptist-mennonite", "On Sunday we will pledge allegiance to the flag."},
		{"eastern-orthodox", "The Spirit proceeds from the Father and the Son."},
		{"christocentric", "Everything happens for a reason."},
		{"black-church", "The church should stay out of politics."},
		{"baptist", "The sacrament of baptism is held on Sunday."},
		{"baptist", "Let us plan your baby’s baptism."},
		{"wesleyan-methodist", "Once saved, always saved."},
		{"non-denominational", "Our denomination teaches tithing."},
		{"word-of-faith", "God gave you cancer to teach you patience."},
		{"liberation", "Accept your lot and wait for heaven."},
		{"seventh-day-adventist", "Your grandmother is watching over you from heaven."},
		{"seventh-day-adventist", "Su abuela está cuidandote desde el cielo."},
	}
	bySlug := map[string]Lens{}
	for _, lens := range mustLoad(t, Lenses) {
		bySlug[lens.Slug] = lens
	}
	for _, test := range tests {
		if mentions(bySlug[test.lens], test.answer) == "" {
			t.Errorf("the %s lens lets pass: %s", test.lens, test.answer)
		}
	}
}

func TestEveryDenominationMapsToALens(t *testing.T) {
	lenses := map[int]Lens{}
	for _, lens := range mustLoad(t, Lenses) {
		lenses[lens.ID] = lens
	}
	familyKeys, keys, used := map[string]bool{}, map[string]bool{}, map[int]bool{}
	for _, family := range mustLoad(t, Denominations) {
		if familyKeys[family.Key] {
			t.Errorf("two families %q", family.Key)
		}
		familyKeys[family.Key] = true
		for _, d := range family.Denominations {
			if keys[d.Key] {
				t.Errorf("two denominations %q", d.Key)
			}
			keys[d.Key], used[d.Lens] = true, true
			lens, ok := lenses[d.Lens]
			if !ok {
				t.Errorf("%s maps to lens %d, which does not exist", d.Key, d.Lens)
			}
			if term := mentions(lens, "Welcome to the "+d.Name); term != "" {
				t.Errorf("the %s lens forbids %q, and so the name of %s", lens.Slug, term, d.Name)
			}
		}
	}
	if len(keys) < 60 {
		t.Errorf("%d denominations, want at least 60", len(keys))
	}
	for id, lens := range lenses {
		if !used[id] {
			t.Errorf("no denomination maps to %s", lens.Slug)
		}
	}
}

func TestTheFormOffersDenominationsOfEachCountryServed(t *testing.T) {
	named := map[string]int{}
	for _, family := range mustLoad(t, Denominations) {
		for _, d := range family.Denominations {
			for _, country := range d.Countries {
				named[country]++
			}
		}
	}
	for country, least := range map[string]int{
		"US": 30, "CA": 15, "GB": 15, "IE": 5, "AU": 8, "NZ": 6, "MX": 6, "BR": 8,
		"AR": 4, "CL": 3, "CO": 3, "GT": 3, "PR": 3, "PE": 2, "SV": 2, "HN": 2,
	} {
		if named[country] < least {
			t.Errorf("%d denominations name %s, want at least %d", named[country], country, least)
		}
	}
}

func TestDenominationsThatAPastorWouldLookUp(t *testing.T) {
	want := map[string]string{
		"roman-catholic": "catholic", "southern-baptist": "baptist", "assemblies-of-god": "pentecostal-charismatic",
		"african-methodist-episcopal": "black-church", "church-of-ireland": "anglican-episcopal", "elca": "lutheran",
		"church-of-scotland": "reformed-presbyterian", "united-church-of-canada": "mainline-protestant",
		"mennonite-church-usa": "anabaptist-mennonite", "greek-orthodox": "eastern-orthodox",
		"church-of-the-nazarene": "wesleyan-methodist", "seventh-day-adventist": "seventh-day-adventist",
		"rhema": "word-of-faith", "base-ecclesial-community": "liberation", "interdenominational": "christocentric",
		"non-denominational": "non-denominational", "fiec": "evangelical",
	}
	lenses := mustLoad(t, Lenses)
	got := map[string]string{}
	for _, family := range mustLoad(t, Denominations) {
		for _, d := range family.Denominations {
			got[d.Key] = lenses[d.Lens-1].Slug
		}
	}
	for key, lens := range want {
		if got[key] != lens {
			t.Errorf("%s maps to %q, want %q", key, got[key], lens)
		}
	}
}

func TestProductKnowledgeIsOrderedAndWithoutRepeats(t *testing.T) {
	entries := mustLoad(t, ProductKnowledge)
	if len(entries) < 40 {
		t.Errorf("%d entries, want at least 40", len(entries))
	}
	priorities, questions := map[int]bool{}, map[string]bool{}
	for i, entry := range entries {
		if priorities[entry.Priority] || questions[entry.Question] {
			t.Errorf("entry %d repeats a priority or a question", i)
		}
		priorities[entry.Priority], questions[entry.Question] = true, true
		if i > 0 && entries[i-1].Priority >= entry.Priority {
			t.Errorf("entry %d stands before priority %d", i, entry.Priority)
		}
	}
}

func TestProductKnowledgeStatesThePricesAndLimits(t *testing.T) {
	entries := mustLoad(t, ProductKnowledge)
	facts := []string{
		"Starter Chat 14.95", "Starter Voice 39.95", "Starter Both 49.95",
		"Pro Chat 34.95", "Pro Voice 69.95", "Pro Both 79.95", "Suite Chat 59.95", "Suite Both 99.95",
		"Directory premium at 9.95", "illustration product at 9.95", "starter kit at 4.95",
		"trial of 14 days", "Annual billing exists for chat-only plans", "limit of 50 FAQs", "39 tools",
		"Overview, Calls, Requests, Care, Training, Settings and Upgrade",
		"Church Knowledge, This Week, FAQs, Theology, Agents, Safety and Simulator",
	}
	for _, fact := range facts {
		if !slices.ContainsFunc(entries, func(e ProductEntry) bool { return strings.Contains(e.Answer, fact) }) {
			t.Errorf("no answer states %q", fact)
		}
	}
	price := regexp.MustCompile(`\d+\.\d\d`)
	known := strings.Join(facts, " ")
	for _, entry := range entries {
		for _, figure := range price.FindAllString(entry.Answer, -1) {
			if !strings.Contains(known, figure) {
				t.Errorf("%q names %s, which is no price of ours", entry.Question, figure)
			}
		}
	}
}

func TestTheTwentyEntriesOfThePromptCoverWhatMustNeverBeAnsweredWrongly(t *testing.T) {
	first := mustLoad(t, ProductKnowledge)[:20]
	for _, topic := range []string{"assistant", "crisis", "privacy", "people", "requests", "answers", "data", "safety", "pricing"} {
		if !slices.ContainsFunc(first, func(e ProductEntry) bool { return e.Topic == topic }) {
			t.Errorf("none of the first twenty is about %s", topic)
		}
	}
	for _, line := range []string{"988", "116 123", "13 11 14", "1737", "112"} {
		if !slices.ContainsFunc(first, func(e ProductEntry) bool { return e.Topic == "crisis" && strings.Contains(e.Answer, line) }) {
			t.Errorf("the crisis entry does not give %s", line)
		}
	}
}

func TestProductKnowledgePassesTheGuardOfEveryLens(t *testing.T) {
	for _, lens := range mustLoad(t, Lenses) {
		for _, entry := range mustLoad(t, ProductKnowledge) {
			if term := mentions(lens, entry.Question+" "+entry.Answer); term != "" {
				t.Errorf("the %s lens forbids %q in the answer to %q", lens.Slug, term, entry.Question)
			}
		}
	}
}

func TestAFaultyCatalogueIsRefusedWithItsFileAndField(t *testing.T) {
	const catholic = "lenses/04-catholic.yaml"
	tests := []struct {
		name              string
		file, old, new    string
		wantFile, wantFld string
	}{
		{"an id that does not fit its place", catholic, "id: 4\n", "id: 5\n", catholic, "id"},
		{"a slug that does not fit the file's name", catholic, "slug: catholic", "slug: roman", catholic, "slug"},
		{"a slug used twice", catholic, "slug: catholic", "slug: baptist", "lenses/12-baptist.yaml", "slug"},
		{"a name used twice", catholic, "name: Catholic", "name: Baptist", "lenses/12-baptist.yaml", "name"},
		{"spaces around a name", catholic, "name: Catholic", "name: ' Catholic'", catholic, "name"},
		{"a word without a gloss", catholic, "gloss: Prayer before the Blessed Sacrament.", "gloss: ''", catholic, "vocabulary[9].gloss"},
		{"a word listed twice", catholic, "term: Adoration", "term: tabernacle", catholic, "vocabulary[9].term"},
		{"a topic listed twice", catholic, "topic: Baptism", "topic: The Eucharist", catholic, "doctrine[1].topic"},
		{"a forbidden term in upper case", catholic, "- mere symbol", "- Mere symbol", catholic, "doctrine[0].forbidden_terms[0]"},
		{"a forbidden term with punctuation", catholic, "- mere symbol", "- mere symbol!", catholic, "doctrine[0].forbidden_terms[0]"},
		{"a forbidden term listed twice but for its accents", catholic, "- mere symbol\n", "- mero simbolo\n", catholic, "doctrine[0].forbidden_terms[5]"},
		{"a forbidden term in the lens's own position", catholic, "- mere symbol\n", "- one sacrifice\n", catholic, "doctrine[0].forbidden_terms[0]"},
		{"a forbidden term in the lens's own words but for case and accents", catholic, "- mere symbol\n", "- hóly communion\n", catholic, "doctrine[0].forbidden_terms[0]"},
		{"a rule that forbids nothing", catholic, "- catholic divorce\n      - divorced catholics are excommunicated\n      - divorcio católico\n", "[]\n", catholic, "doctrine[8].forbidden_terms"},
		{"a lens that does not exist", "denominations.yaml", "lens: 17}", "lens: 18}", "denominations.yaml", "families[0].denominations[0].lens"},
		{"a denomination without a lens", "denominations.yaml", ", lens: 17}", "}", "denominations.yaml", "families[0].denominations[0].lens"},
		{"a family without a lens", "denominations.yaml", "    lens: 17\n", "", "denominations.yaml", "families[0].lens"},
		{"a denomination listed twice", "denominations.yaml", "{key: sda-reform-movement,", "{key: seventh-day-adventist,", "denominations.yaml", "families[0].denominations[1].key"},
		{"a family listed twice", "denominations.yaml", "- key: anabaptist", "- key: adventist", "denominations.yaml", "families[1].key"},
		{"an \"other\", which the form adds", "denominations.yaml", "{key: sda-reform-movement,", "{key: other,", "denominations.yaml", "families[0].denominations[1].key"},
		{"a country that is none", "denominations.yaml", "[US]", "[UK]", "denominations.yaml", "families[1].denominations[0].countries[0]"},
		{"a country in lower case", "denominations.yaml", "[US]", "[us]", "denominations.yaml", "families[1].denominations[0].countries[0]"},
		{"a priority used twice", "product_knowledge.yaml", "priority: 2\n", "priority: 1\n", "product_knowledge.yaml", "entries[1].priority"},
		{"an entry without a question", "product_knowledge.yaml", "question: What are you? Am I talking to a real person?", "question: ''", "product_knowledge.yaml", "entries[0].question"},
		{"two documents in one file", catholic, "doctrine:", "---\ndoctrine:", catholic, "document"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := loadAll(with(t, test.file, test.old, test.new))
			if !faultAt(err, test.wantFile, test.wantFld) {
				t.Errorf("no fault at %s: %s, got: %v", test.wantFile, test.wantFld, err)
			}
		})
	}
}

func TestAMisspeltFieldIsRefusedWithItsFileAndName(t *testing.T) {
	tests := []struct{ file, old, new string }{
		{"lenses/04-catholic.yaml", "forbidden_terms:", "forbidden_term:"},
		{"lenses/04-catholic.yaml", "instead_of:", "insteadof:"},
		{"denominations.yaml", "countries:", "country:"},
		{"product_knowledge.yaml", "topic:", "subject:"},
	}
	for _, test := range tests {
		// The comment lines of a file may name a field too, so the last use is changed.
		err := loadAll(with(t, test.file, "\n"+lastLineWith(t, test.file, test.old), "\n"+strings.Replace(lastLineWith(t, test.file, test.old), test.old, test.new, 1)))
		if err == nil || !strings.Contains(err.Error(), test.file) || !strings.Contains(err.Error(), strings.TrimSuffix(test.new, ":")) {
			t.Errorf("%s with %q: got %v", test.file, test.new, err)
		}
	}
}

func TestAMissingLensIsRefused(t *testing.T) {
	fsys := with(t, "lenses/04-catholic.yaml", "id: 4", "id: 4")
	delete(fsys, "lenses/17-seventh-day-adventist.yaml")
	if _, err := loadLenses(fsys); !faultAt(err, "lenses", "files") {
		t.Errorf("got %v", err)
	}
}

func mustLoad[T any](t *testing.T, load func() (T, error)) T {
	t.Helper()
	loaded, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func loadAll(fsys fs.FS) error {
	_, lensErr := loadLenses(fsys)
	_, denominationErr := loadDenominations(fsys)
	_, productErr := loadProductKnowledge(fsys)
	return errors.Join(lensErr, denominationErr, productErr)
}

// with copies the catalogue and replaces the first occurrence of old in one file.
func with(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	faulty := fstest.MapFS{}
	err := fs.WalkDir(catalogFS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(catalogFS, name)
		if name == file {
			if !strings.Contains(string(content), old) {
				t.Fatalf("%s does not hold %q", file, old)
			}
			content = []byte(strings.Replace(string(content), old, new, 1))
		}
		faulty[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return faulty
}

func lastLineWith(t *testing.T, file, part string) string {
	t.Helper()
	content, err := fs.ReadFile(catalogFS, file)
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, part) && !strings.HasPrefix(line, "#") {
			last = line
		}
	}
	return last
}

// faultAt looks through joined and wrapped errors for a fault at that place.
func faultAt(err error, file, field string) bool {
	if fault, ok := err.(*CatalogError); ok {
		return fault.File == file && fault.Field == field
	}
	switch wrapped := err.(type) {
	case interface{ Unwrap() []error }:
		return slices.ContainsFunc(wrapped.Unwrap(), func(err error) bool { return faultAt(err, file, field) })
	case interface{ Unwrap() error }:
		return faultAt(wrapped.Unwrap(), file, field)
	}
	return false
}

func forbidden(lens Lens) []string {
	var terms []string
	for _, rule := range lens.Doctrine {
		terms = append(terms, rule.ForbiddenTerms...)
	}
	return terms
}

// mentions returns the first forbidden term of the lens in text, or "".
func mentions(lens Lens, text string) string {
	words := plainWords(text)
	for _, term := range forbidden(lens) {
		if strings.Contains(words, plainWords(term)) {
			return term
		}
	}
	return ""
}

var betweenWords = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// plainWords leaves the words of a text, lower case and without accents, each with a space on both sides. It is written
// apart from the loader's own folding on purpose, so that a fault in one shows up against the other.
func plainWords(text string) string {
	unaccent := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	folded, _, err := transform.String(unaccent, strings.ToLower(text))
	if err != nil {
		panic(err) // only for input that is not UTF-8
	}
	return " " + strings.TrimSpace(betweenWords.ReplaceAllString(folded, " ")) + " "
}

var sentenceEnd = regexp.MustCompile(`[.!?](\s|$)`)

func sentences(text string) int {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "Ellen G. White", "Ellen White"), "Dr. ", "Dr ")
	return len(sentenceEnd.FindAllString(text, -1))
}
