package facts

import (
	"slices"

	"narthex/chat/church"
	"narthex/chat/words"
)

// pastor is who leads the church, nil where it names nobody.
func (q *inquiry) pastor() *church.StaffMember {
	if q.church.PastorName == "" {
		return nil
	}
	var found *church.StaffMember
	for i := range q.church.Staff {
		member := &q.church.Staff[i]
		switch {
		case member.Name == q.church.PastorName:
			return member
		case !hasAll(q.index.staff[i].name(), q.index.pastor) || len(q.index.pastor) == 1 && !hasAny(tokens(member.Title), leadTitles):
		case found != nil:
			return &church.StaffMember{Name: q.church.PastorName} // either of them: "Pastor Mike"
		default:
			found = member
		}
	}
	if found == nil {
		found = &church.StaffMember{Name: q.church.PastorName}
	}
	return found
}

var (
	// honorifics stand before a name, in one place and not in another.
	honorifics = words.Set("rev reverend revd fr father pastor pastora dr mr mrs ms msgr bishop canon padre reverendo sr sra hno hna hermano hermana don dona the very right most")
	leadTitles = words.Set("pastor pastora priest minister rector vicar preacher reverend sacerdote parroco padre ministro cura")
	// assistants have another's title, with one of these words.
	assistants = words.Set("associate assistant assisting auxiliary emeritus emerita youth asociado asociada asistente auxiliar jovenes")
)

// withoutHonorifics are the words of a name without the titles before it, or all where it is nothing else.
func withoutHonorifics(name []string) []string {
	at := slices.IndexFunc(name, func(w string) bool { return !honorifics[w] })
	return name[max(at, 0):]
}

// leads reports whether a word means the one who leads the church, whom it names in a field of its own. One that is in no title but its
// own, as vicar, means whoever has that title: where somebody has it and who leads is called otherwise, it is theirs.
func (q *inquiry) leads(word string) bool {
	titles := q.lex.role[word]
	if q.church.PastorName == "" || titles == nil {
		return false
	}
	lead := tokens(q.pastor().Title)
	if len(titles) > 1 || !titles[word] || slices.Contains(lead, word) {
		return true
	}
	return !slices.ContainsFunc(q.church.Staff, func(member church.StaffMember) bool {
		title := tokens(member.Title)
		return slices.Contains(title, word) && !hasAny(title, assistants) && (len(lead) > 0 || len(title) == 1)
	})
}
