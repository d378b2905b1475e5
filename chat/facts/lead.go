package facts

import (
	"slices"

	"narthex/chat/church"
	"narthex/chat/words"
)

// lead is who leads the church, nil where it names nobody.
func (x *index) lead(c *church.Snapshot) *church.StaffMember {
	if c.PastorName == "" {
		return nil
	}
	var found *church.StaffMember
	for i := range c.Staff {
		member := &c.Staff[i]
		switch {
		case member.Name == c.PastorName:
			return member
		case !hasAll(x.staff[i].name(), x.pastor) || len(x.pastor) == 1 && !hasAny(tokens(member.Title), leadTitles):
		case found != nil:
			return &church.StaffMember{Name: c.PastorName} // either of them: "Pastor Mike"
		default:
			found = member
		}
	}
	if found == nil {
		found = &church.StaffMember{Name: c.PastorName}
	}
	return found
}

var (
	leadTitles = words.Set("pastor pastora priest minister rector vicar preacher reverend sacerdote parroco padre ministro cura")
	// assistants have another's title, with one of these words.
	assistants = words.Set("associate assistant assisting auxiliary emeritus emerita youth asociado asociada asistente auxiliar jovenes")
)

// isLead reports whether a word that means one of some titles means the one who leads the church, whom it names in a field of its own. One
// that is in no title but its own, as vicar, means whoever has that title: where somebody has it and who leads is called otherwise, it is
// theirs.
func (x *index) isLead(c *church.Snapshot, word string, titles set) bool {
	if c.PastorName == "" || titles == nil {
		return false
	}
	lead := tokens(x.lead(c).Title)
	if len(titles) > 1 || !titles[word] || slices.Contains(lead, word) {
		return true
	}
	return !slices.ContainsFunc(c.Staff, func(member church.StaffMember) bool {
		title := tokens(member.Title)
		return slices.Contains(title, word) && !hasAny(title, assistants) && (len(lead) > 0 || len(title) == 1)
	})
}
