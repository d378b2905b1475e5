package scripture_test

import (
	"errors"
	"strings"
	"testing"

	"narthex/chat/tools/scripture"
)

func TestReferencesAreReadAsPeopleWriteThem(t *testing.T) {
	for written, meant := range map[string]string{
		"1 Cor 13:4-7":         "1 Corinthians 13:4–7",
		"I Corinthians 13":     "1 Corinthians 13",
		"First Corinthians 13": "1 Corinthians 13",
		"1st letter of Paul to the Corinthians 13, 4": "1 Corinthians 13:4",
		"Primera de Corintios 13:4":                   "1 Corinthians 13:4",
		"1ª Corintios 13.4":                           "1 Corinthians 13:4",
		"1.ª a los Corintios 13.4":                    "1 Corinthians 13:4",
		"Salmo 23":                                    "Psalm 23",
		"Ps 23":                                       "Psalm 23",
		"PSALM 23":                                    "Psalm 23",
		"psalms 23:1-3":                               "Psalm 23:1–3",
		"Psalm 23 verses 1 to 3":                      "Psalm 23:1–3",
		"Psalm chapter 23, verse 1":                   "Psalm 23:1",
		"Juan capítulo 3, versículo 16":               "John 3:16",
		"Jn 3.16":                                     "John 3:16",
		"Jn 3,16":                                     "John 3:16",
		"Jn 3, 16":                                    "John 3:16",
		"Jn 3, 16-18.21":                              "John 3:16–18, 21",
		"Juan 3, 16 y 18":                             "John 3:16, 18",
		"Jn 3, 16; 4, 2":                              "John 3:16; 4:2",
		"Gn 1, 1-2, 3":                                "Genesis 1:1–2:3",
		"Genesis 1, 2":                                "Genesis 1:2",
		"Matthew 5, 6 and 7":                          "Matthew 5; 6; 7",
		"Matthew 5, 6, 7":                             "Matthew 5; 6; 7",
		"Matthew 5, 6, and 7":                         "Matthew 5; 6; 7",
		"Matthew 5 & 6":                               "Matthew 5; 6",
		"John 3:16 & 18":                              "John 3:16, 18",
		"Mateo capítulos 5,6":                         "Matthew 5; 6",
		"John 3, 4:1-2":                               "John 3; 4:1–2",
		"Psalms 23, 24":                               "Psalm 23; 24",
		"Salmos 23, 91 y 121":                         "Psalm 23; 91; 121",
		"Psalm 23, 91 and 121":                        "Psalm 23; 91; 121",
		"Psalms 23, 1-3":                              "Psalm 23:1–3",
		"Salmo 119, 105 y 106":                        "Psalm 119:105, 106",
		"Jn 3,16-18.21":                               "John 3:16–18, 21",
		"John 3:16–18, 21":                            "John 3:16–18, 21",
		"John 3:16 and 18":                            "John 3:16, 18",
		"John 3:16a":                                  "John 3:16",
		"John 3:16f":                                  "John 3:16–17",
		"John 3:16 (NIV)":                             "John 3:16",
		"Juan 3:16 RVR1960":                           "John 3:16",
		"Evangelio según San Juan 3:16":               "John 3:16",
		"St John 3:16":                                "John 3:16",
		"Song of Songs 2:1":                           "Song of Songs 2:1",
		"Song of Solomon 2:1":                         "Song of Songs 2:1",
		"Cantar de los Cantares 2:1":                  "Song of Songs 2:1",
		"Jude 5":                                      "Jude 5",
		"Jude 1:5":                                    "Jude 5",
		"Judas 3-5":                                   "Jude 3–5",
		"Jude 1":                                      "Jude",
		"Philemon":                                    "Philemon",
		"Filipenses 4:6-7":                            "Philippians 4:6–7",
		"Phillipians 4:13":                            "Philippians 4:13",
		"Mt 5:3—12":                                   "Matthew 5:3–12",
		"Mt. 5:3-12; 6:9-13":                          "Matthew 5:3–12; 6:9–13",
		"Matthew 5:3-12; 6":                           "Matthew 5:3–12; 6",
		"Gen 1:1-2:3":                                 "Genesis 1:1–2:3",
		"Gn 1,1-2,3":                                  "Genesis 1:1–2:3",
		"Gen. 1.1-2.3":                                "Genesis 1:1–2:3",
		"Génesis 1 – 2":                               "Genesis 1–2",
		"Psalms 120-122":                              "Psalm 120–122",
		"Stg 1:5":                                     "James 1:5",
		"Hechos de los Apóstoles 2:42":                "Acts 2:42",
		"Hch 2:42":                                    "Acts 2:42",
		"2 S 7:16":                                    "2 Samuel 7:16",
		"II Reyes 5":                                  "2 Kings 5",
		"3 Jn 4":                                      "3 John 4",
		"Tesalonicenses 5:18":                         "",
		"1 Thess 5:16-18":                             "1 Thessalonians 5:16–18",
		"Deuteron 6:4":                                "Deuteronomy 6:4",
		"Revelations 21:4":                            "Revelation 21:4",
		"Apocalipsis de Juan 21:4":                    "Revelation 21:4",
		"Eclo 1:1":                                    "Sirach 1:1",
		"Wisdom 3:1":                                  "Wisdom 3:1",
		"Psalm 151":                                   "Psalm 151",
		"Psalm 151:3":                                 "Psalm 151:3",
		"Éxodo 20:1-17":                               "Exodus 20:1–17",
		"EXODO 20:1-17":                               "Exodus 20:1–17",
	} {
		reference, err := scripture.ParseReference(written)
		if meant == "" {
			if err == nil {
				t.Errorf("%q is read as %s", written, reference.In("en"))
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", written, err)
			continue
		}
		if got := settled(t, reference); got != meant {
			t.Errorf("%q is read as %q, not %q", written, got, meant)
		}
	}
}

// settled is the citation of what is given for a reference.
func settled(t *testing.T, reference scripture.Reference) string {
	t.Helper()
	found, err := scripture.Lookup(scripture.WorldEnglish, reference)
	if err != nil {
		t.Errorf("%s: %v", reference.In("en"), err)
		return ""
	}
	if len(found.LeftOut.Spans) > 0 {
		return reference.In("en")
	}
	return found.Reference.In("en")
}

func TestMistakesAreExplained(t *testing.T) {
	for written, says := range map[string]string{
		"":                            "it is empty",
		"Psalm 151:9 and more":        "no part of a reference",
		"Psalm 152":                   "Psalms has 150 chapters",
		"Jude 2:1":                    "Jude has 1 chapter",
		"John":                        "name a chapter; John has 21",
		"Hezekiah 3:16":               "no book of the Bible is called “hezekiah”",
		"John 3:16; Romans 8:28":      "one book at a time",
		"John 3:16; 1 Cor 13":         "one book at a time",
		"John 3:18-16":                "it ends before it begins",
		"John 3:0":                    "verses begin with 1",
		"John 3:16-":                  "write it as “John 1:2-3”",
		"John the beloved":            "no book of the Bible",
		strings.Repeat("John 3 ", 99): "longer than a reference",
		"John 1:2,3,4,5,6,7,8,9,10,11,12,13,14,15": "lists more than 12",
		"1 2 3":        "no book of the Bible",
		"0":            "no book of the Bible",
		"John 99999":   "John has 21 chapters",
		"Salmo 23:a b": "write it as",
	} {
		reference, err := scripture.ParseReference(written)
		if err == nil {
			if _, err = scripture.Lookup(scripture.WorldEnglish, reference); err == nil {
				t.Errorf("%q is read as %s", written, reference.In("en"))
				continue
			}
		}
		if known := errors.Is(err, scripture.ErrNotUnderstood) || errors.Is(err, scripture.ErrNotThere); !known || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", written, err)
		}
	}
}

func TestEveryBookIsFoundByItsNames(t *testing.T) {
	for _, book := range scripture.Books() {
		names := []string{book.Name("en"), book.Name("es"), book.Cited("en"), book.Cited("es"), book.Code}
		verse := " 1:1"
		if book.Code == "PS2" {
			names, verse = []string{"Psalm 151", "Salmo 151"}, ":1"
		}
		for _, name := range names {
			reference, err := scripture.ParseReference(name + verse)
			if err != nil || reference.Book != book {
				t.Errorf("%s: %v, %v", name, reference, err)
			}
		}
	}
}

// FuzzParseReference holds that nothing written makes the parser fail, that what it reads can be looked up within the
// bounds, and that a citation is read as what it cites.
func FuzzParseReference(f *testing.F) {
	for _, seed := range []string{
		"1 Cor 13:4-7", "Gn 1,1-2,3", "Jude 5", "Psalm 151", "John 3:16ff; 4", "Ps 23 v 1 to 3", "2. Könige 3", "\x00\xff", "Job 3-40:2", "Abd 1-1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		reference, err := scripture.ParseReference(written)
		if err != nil {
			return
		}
		found, err := scripture.Lookup(scripture.WorldEnglish, reference)
		if err != nil {
			return
		}
		if len(found.Verses) == 0 || len(found.Verses) > scripture.MaxVerses {
			t.Fatalf("%q gives %d verses", written, len(found.Verses))
		}
		again, err := scripture.ParseReference(found.Reference.In("es"))
		if err != nil {
			t.Fatalf("%q is cited as %q: %v", written, found.Reference.In("es"), err)
		}
		if second, err := scripture.Lookup(scripture.WorldEnglish, again); err != nil || second.Text() != found.Text() {
			t.Fatalf("%q is cited as %q, which is other text: %v", written, found.Reference.In("es"), err)
		}
	})
}
