package facts

import (
	"slices"
	"strings"

	"narthex/chat/church"
)

// findStaff answers who somebody is: by role ("who is the youth pastor"), by name, or the whole team.
func findStaff(q *inquiry) (Answer, bool) {
	staff := q.church.Staff
	if len(staff) == 0 {
		return Answer{}, false
	}
	if q.has(staffWord) && q.covered(staffWord|aboutWord) {
		return Answer{Text: q.say("staff") + bullets(describe(q, staff, false)), Reason: "staff"}, true
	}
	if !q.hasPhrase(q.lex.whoAsking) {
		return Answer{}, false
	}
	asked := q.rest(aboutWord)
	if len(asked) == 0 || q.hasPhrase(q.lex.aboutAsking) && !q.namesSomebody(asked) {
		return Answer{}, false
	}
	if len(asked) == 1 && q.index.isLead(q.church, asked[0], q.lex.role[asked[0]]) {
		return Answer{Text: strings.Join(describe(q, []church.StaffMember{*q.pastor()}, true), ""), Reason: "staff"}, true
	}
	var found []church.StaffMember
	for i, member := range staff {
		if q.is(q.index.staff[i], asked) {
			found = append(found, member)
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
	for _, person := range q.index.staff {
		for _, w := range asked {
			if slices.Contains(person.name(), w) {
				return true
			}
		}
	}
	return false
}

// is reports whether every word that was asked is in the person's name or title, or means a word that is.
func (q *inquiry) is(somebody person, asked []string) bool {
	for _, w := range asked {
		if hasWord(somebody.all, w) || hasAny(somebody.all, q.lex.role[w]) || hasAny(somebody.all, q.lex.office[w]) || hasAny(somebody.all, q.lex.role[strings.TrimSuffix(w, "s")]) {
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
			lines[i] = q.say("staff_member", "name", person.Name, "title", person.Title)
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
	if q.has(ministryWord) && q.covered(ministryWord|listWord) {
		return q.everyMinistry()
	}
	asked := q.rest(listWord | ministryKindWord | aboutWord)
	if len(asked) == 0 || !(q.hasPhrase(q.lex.existsAsking) || q.hasPhrase(q.lex.whoAsking) || q.has(ministryKindWord)) {
		return Answer{}, false
	}
	var lines []string
	for i, m := range ministries {
		name := q.index.ministries[i]
		if hasAll(name, asked) && (!q.hasPhrase(q.lex.aboutAsking) || len(asked) >= len(name)-1 && len(asked) > 1) {
			lines = append(lines, ministryLine(m))
		}
	}
	return Answer{Text: strings.Join(lines, "\n\n"), Reason: "ministries"}, len(lines) > 0
}

// everyMinistry names all there are.
func (q *inquiry) everyMinistry() (Answer, bool) {
	lines := make([]string, len(q.church.Ministries))
	for i, m := range q.church.Ministries {
		lines[i] = "**" + m.Name + "**"
	}
	return Answer{Text: q.say("ministries") + bullets(lines) + "\n\n" + q.say("ask_which"), Reason: "ministries"}, len(lines) > 0
}

func ministryLine(m church.Ministry) string {
	if m.Description == "" {
		return "**" + m.Name + "**"
	}
	return "**" + m.Name + ":** " + m.Description
}
