package facts

import (
	"strings"

	"narthex/chat/church"
)

// findStaff answers who somebody is: by role ("who is the youth pastor"), by name, or the whole team.
func findStaff(q *inquiry) (Answer, bool) {
	staff := q.church.Staff
	if len(staff) == 0 {
		return Answer{}, false
	}
	if q.has(q.lex.staff) && q.covered(q.lex.staff, q.lex.aboutWords) {
		return Answer{Text: q.fill(q.lex.text.staffList) + bullets(describe(q, staff, false)), Reason: "staff"}, true
	}
	if !q.hasPhrase(q.lex.whoAsking) {
		return Answer{}, false
	}
	asked := q.rest(q.lex.aboutWords)
	if len(asked) == 0 || q.hasPhrase(q.lex.aboutAsking) && !q.namesSomebody(asked) {
		return Answer{}, false
	}
	if len(asked) == 1 && q.leads(asked[0]) {
		for _, person := range staff {
			if person.Name == q.church.PastorName || containsAll(person.Name, tokens(q.church.PastorName)) {
				return Answer{Text: strings.Join(describe(q, []church.StaffMember{person}, true), "\n\n"), Reason: "staff"}, true
			}
		}
	}
	var found []church.StaffMember
	for _, person := range staff {
		if q.is(person, asked) {
			found = append(found, person)
		}
	}
	if len(found) == 0 {
		return Answer{}, false
	}
	return Answer{Text: strings.Join(describe(q, found, true), "\n\n"), Reason: "staff"}, true
}

// namesSomebody reports whether one of the words is in somebody's name: "tell me about care" is about care, not about whoever has
// it in a title.
func (q *inquiry) namesSomebody(asked []string) bool {
	for _, person := range q.church.Staff {
		if overlaps(wordSet(tokens(person.Name)), wordSet(asked)) {
			return true
		}
	}
	return false
}

// leads reports whether a word means the one who leads the church, whom it names in a field of its own.
func (q *inquiry) leads(word string) bool {
	return q.church.PastorName != "" && q.lex.role[word] != nil
}

// is reports whether every word that was asked is in the person's name or title, or means a word that is.
func (q *inquiry) is(person church.StaffMember, asked []string) bool {
	have := wordSet(tokens(person.Name + " " + person.Title))
	for _, w := range asked {
		singular := strings.TrimSuffix(w, "s")
		if have[w] || have[singular] || have[w+"s"] || overlaps(have, q.lex.role[w]) || overlaps(have, q.lex.role[singular]) {
			continue
		}
		return false
	}
	return true
}

func describe(q *inquiry, people []church.StaffMember, bio bool) []string {
	lines := make([]string, len(people))
	for i, person := range people {
		lines[i] = "**" + person.Name + "**"
		if person.Title != "" {
			lines[i] = q.fill(q.lex.text.staffIs, "name", person.Name, "title", person.Title)
		}
		if bio && person.Bio != "" {
			lines[i] += " " + person.Bio
		}
	}
	return lines
}

// findMinistries answers what there is to take part in, or what one ministry is.
func findMinistries(q *inquiry) (Answer, bool) {
	ministries := q.church.Ministries
	if len(ministries) == 0 {
		return Answer{}, false
	}
	if q.has(q.lex.ministry) && q.covered(q.lex.ministry, q.lex.listAsking) {
		lines := make([]string, len(ministries))
		for i, m := range ministries {
			lines[i] = "**" + m.Name + "**"
		}
		return Answer{Text: q.fill(q.lex.text.ministryList) + bullets(lines) + "\n\n" + q.lex.text.ministryMore, Reason: "ministries"}, true
	}
	asked := q.rest(q.lex.listAsking, q.lex.ministryKinds, q.lex.aboutWords)
	if len(asked) == 0 || !(q.hasPhrase(q.lex.existsAsking) || q.hasPhrase(q.lex.whoAsking) || q.has(q.lex.ministryKinds)) {
		return Answer{}, false
	}
	var lines []string
	for _, m := range ministries {
		if containsAll(m.Name, asked) && (!q.hasPhrase(q.lex.aboutAsking) || len(asked) >= len(tokens(m.Name))-1 && len(asked) > 1) {
			lines = append(lines, ministryLine(m))
		}
	}
	return Answer{Text: strings.Join(lines, "\n\n"), Reason: "ministries"}, len(lines) > 0
}

func ministryLine(m church.Ministry) string {
	if m.Description == "" {
		return "**" + m.Name + "**"
	}
	return "**" + m.Name + ":** " + m.Description
}
