package main

import (
	"strings"
	"testing"
)

func TestMarkupIsLeftOut(t *testing.T) {
	for _, test := range []struct{ name, marked, plain string }{
		{"words", `<w lemma="strong:H3068">Yahweh</w> <w>is</w> my <w>shepherd</w>; `, "Yahweh is my shepherd;"},
		{"a footnote between two words", `his only born</q><note placement="foot">or, <i>one</i></note><q><w>Son</w>, that`, "his only born Son, that"},
		{"a footnote before a sign", `he said,<note>x</note>” and`, "he said,” and"},
		{"a psalm's title", `<title canonical="true" type="psalm">A Psalm by David.</title> <l level="1"/>Yahweh`, "Yahweh"},
		{"lines of verse", `shepherd;<l eID="a" level="1"/><l level="2" sID="b"/>I shall`, "shepherd; I shall"},
		{"the glossary", `Amen. <div sID="gen1" type="glossary"/>Abba is a word`, "Amen."},
		{"entities", "a &amp; b", "a & b"},
		{"an addition", `su alabanza<transChange type="added">será</transChange>siempre`, "su alabanza\x01será\x01siempre"},
	} {
		if got := plain(test.marked); got != test.plain {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

func TestAModuleIsReadByBooks(t *testing.T) {
	books, err := read(strings.NewReader("$$$[ Testament 1 Heading ]\nx\n$$$Genesis 1:0\nheading\n$$$Genesis 1:1\nIn the\nbeginning\n$$$Genesis 1:2\n\n$$$Jude 1:1\nJude\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(books) != 2 || books[0].code != "GEN" || len(books[0].verses) != 1 || books[0].verses[0].text != "In the beginning" || books[1].code != "JUD" {
		t.Errorf("%+v", books)
	}
	if _, err := read(strings.NewReader("$$$Hezekiah 1:1\ntext\n")); err == nil {
		t.Error("an unknown book is taken")
	}
}

func TestLostSpacesComeBack(t *testing.T) {
	books := []*book{{code: "GEN", verses: []verse{
		{1, 1, "su alabanza\x01será\x01siempre"}, {1, 2, "y díjo\x01le\x01Dios"}, {1, 3, "díjole otra vez"}, {1, 4, "las gentes\x01lo\x01oyeron"},
	}}}
	closeAdditions(books)
	for i, want := range []string{"su alabanza será siempre", "y díjole Dios", "díjole otra vez", "las gentes lo oyeron"} {
		if got := books[0].verses[i].text; got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestVersesAreTakenApartAndNumberedAnew(t *testing.T) {
	books := []*book{{code: "JON", verses: []verse{{1, 1, "a"}, {2, 1, "b"}, {2, 2, "c. And d"}, {3, 1, "e"}}}}
	if err := splitAll(books, []lostBreak{{"JON", 2, 2, "And d"}}); err != nil {
		t.Fatal(err)
	}
	if err := recut(books, "JON", 1, []int{2, 2}); err != nil {
		t.Fatal(err)
	}
	want := []verse{{1, 1, "a"}, {1, 2, "b"}, {2, 1, "c."}, {2, 2, "And d"}, {3, 1, "e"}}
	for i, v := range books[0].verses {
		if v != want[i] {
			t.Errorf("verse %d is %+v", i, v)
		}
	}
	if books[0].lastVerses() != "2 2 1" {
		t.Errorf("%q", books[0].lastVerses())
	}
	if splitAll(books, []lostBreak{{"JON", 3, 1, "nowhere"}}) == nil || recut(books, "JON", 1, []int{1, 2}) == nil {
		t.Error("what does not fit is taken")
	}
}
