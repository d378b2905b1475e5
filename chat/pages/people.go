package pages

import (
	"strings"
	"unicode/utf8"

	"narthex/chat/church"
)

// person is somebody of a church's staff, as its page shows them.
type person struct {
	Name, Title, Bio string
	Initials         string // stand where there is no photo, or while it is on its way
	Photo            string // address, empty for none that a page may show
}

func peopleOf(staff []church.StaffMember) (people []person) {
	for _, member := range staff {
		people = append(people, person{
			Name: member.Name, Title: member.Title, Bio: member.Bio, Initials: initials(member.Name), Photo: photoOf(member.PhotoURL, "").URL,
		})
	}
	return people
}

// initials are the first letters of the first and the last word of a name that begin with a capital, without a title such as "Rev.".
func initials(name string) string {
	var words []string
	for word := range strings.FieldsSeq(name) {
		if !strings.HasSuffix(word, ".") && word != "Fr" && word != "Sr" {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return monogram(name)
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	if len(words) == 1 {
		return monogram(string(first))
	}
	last, _ := utf8.DecodeRuneInString(words[len(words)-1])
	return monogram(string(first)) + monogram(string(last))
}
