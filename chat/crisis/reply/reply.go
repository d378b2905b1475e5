// Package reply is what a visitor is told when the crisis gate has found something, and as long as it matters afterwards. The
// words are the messages of the subject crisis, whom to call is from helplines.
//
// Read reply.go (the answer, paragraph by paragraph), lines.go (which lines it names), instead.go (what is said in place of the
// same answer again), accusation.go (what is said in place of leading somebody back to the people they accuse), care.go (what other
// answers end with), asked.go (what an answer asks, and was given to), contact.go (how a visitor is reached, with unwanted.go: whose number it
// is, and number_said.go: how it is said in a call) and yesno.go (what code understands without a model).
package reply

import (
	"cmp"
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/helplines"
	"narthex/static/messages"
)

// crisisTexts has all that fits a finding best in English and Spanish, in the other languages what fits one of its category.
var crisisTexts = messages.Load("crisis", "opening.", "advice.", "instead.", toChild, onPhone)

// What stands before the keys of texts that are not for everybody.
const (
	toChild = "child." // said to a child: as one speaks to a child, and of what a child can do
	onPhone = "call."  // said in a call, which has no screen: in the languages that calls are held in
)

// Visitor is who is answered.
type Visitor struct {
	Church   *church.Snapshot
	Language string // ISO 639-1
	OnPhone  bool   // they hear the answer
}

// To is whoever reads the answer in a language.
func To(c *church.Snapshot, language string) Visitor { return Visitor{Church: c, Language: language} }

// In is the same visitor in another language.
func (v Visitor) In(language string) Visitor {
	v.Language = language
	return v
}

// Answer is what a visitor is told when the gate has found something: short paragraphs with an empty line between them.
//
// Whom to call stands first where it cannot wait. A church's own crisis message and blessing are for those who are a danger to
// themselves, and only in its own language: elsewhere they would be in the way of a number, or of the wrong kind. Who tells of
// abuse that is over, or was done by clergy, is never left to the church alone, and a child is not asked how to be reached.
func (v Visitor) Answer(f crisis.Finding) string {
	a := v.answer(f)
	if a.numberFirst() {
		a.add(a.emergency(), a.opening())
	} else {
		a.add(a.opening(), a.question())
	}
	switch {
	case a.numberFirst():
		a.add(a.talk())
	case f.Urgent() && !f.Past:
		a.add(a.emergency(), a.talk())
	default:
		a.add(a.talk(), a.emergency())
	}
	a.add(a.trustedAdult(), a.fitting("advice."), a.person())
	if a.churchSpeaks() {
		a.add(a.to.Church.CrisisBlessing)
	}
	return a.text()
}

// answer is an answer while it is being put together.
type answer struct {
	to         Visitor
	finding    crisis.Finding
	starts     []string // of keys, of the texts that are for this visitor before all others
	texts      messages.Texts
	lines      helplines.Lines
	paragraphs []string
}

func (v Visitor) answer(f crisis.Finding) *answer {
	f = ofWhomItIs(f)
	var starts []string
	if v.OnPhone && f.Minor {
		starts = append(starts, onPhone+toChild)
	}
	if v.OnPhone {
		starts = append(starts, onPhone)
	}
	if f.Minor {
		starts = append(starts, toChild)
	}
	return &answer{to: v, finding: f, starts: starts, texts: crisisTexts.In(v.Language), lines: helplines.In(v.Church.Address.Country)}
}

// ofWhomItIs takes whoever tells what is done to a child, and to them, for that child.
func ofWhomItIs(f crisis.Finding) crisis.Finding {
	if f.Category == crisis.ChildAtRisk && f.About == crisis.Self && !f.Past && !f.ByClergy {
		f.Minor = true
	}
	return f
}

func (a *answer) add(paragraphs ...string) {
	for _, p := range paragraphs {
		if p = strings.TrimSpace(p); p != "" {
			a.paragraphs = append(a.paragraphs, p)
		}
	}
}

// lookUp finds a text, as it is said to this visitor.
func (a *answer) lookUp(key string) (text string, ok bool) {
	for _, start := range a.starts {
		if text, ok = a.texts[start+key]; ok {
			return text, true
		}
	}
	text, ok = a.texts[key]
	return text, ok
}

// say is the text of a key, as messages.Texts.Text has it.
func (a *answer) say(key string, pairs ...string) string {
	if text, ok := a.lookUp(key); ok {
		return messages.Fill(text, pairs...)
	}
	return a.texts.Text(key, pairs...)
}

func (a *answer) text() string { return strings.Join(a.paragraphs, "\n\n") }

// numberFirst reports whether nothing at all may stand before the emergency number.
func (a *answer) numberFirst() bool {
	f := a.finding
	return !f.Unsure && !f.Past && (f.Now || f.Category == crisis.Medical || f.Category == crisis.Threat)
}

// churchSpeaks reports whether the church's own words fit: who may have been misunderstood is asked in ours.
func (a *answer) churchSpeaks() bool {
	f := a.finding
	if f.About != crisis.Self || a.to.Language != a.to.Church.Language || f.ByClergy {
		return false
	}
	return f.Category == crisis.Despair || !f.Unsure && slices.Contains([]crisis.Category{crisis.Suicide, crisis.SelfHarm}, f.Category)
}

func (a *answer) opening() string {
	if own := strings.TrimSpace(a.to.Church.CrisisMessage); own != "" && a.churchSpeaks() {
		return own
	}
	return a.fitting("opening.")
}

// question asks whoever despairs what nobody else may ask them.
func (a *answer) question() string {
	if a.finding.Category != crisis.Despair || a.finding.About != crisis.Self {
		return ""
	}
	return a.say("ask.despair")
}

// fitting gives the text of a kind that fits the finding best: where there is none for what is special about it, the general one
// of the category.
func (a *answer) fitting(kind string) string {
	f := a.finding
	manners := []string{""}
	if f.Unsure {
		manners = append([]string{".unsure"}, manners...)
	}
	if f.Past {
		manners = append([]string{".past"}, manners...)
	}
	if f.ByClergy {
		manners = append([]string{".clergy"}, manners...)
	}
	if f.ByClergy && f.Past {
		manners = append([]string{".clergy.past"}, manners...)
	}
	if text, ok := a.lookUp(kind + "unsure"); ok && f.Unsure && f.About == crisis.Self && f.Category != crisis.Despair {
		return text
	}
	category := f.Category
	if a.grownUp() { // what was done to a child long ago is told by an adult
		category = crisis.Abuse
	}
	for _, about := range []crisis.Subject{f.About, crisis.Self, crisis.Other} {
		for _, manner := range manners {
			if text, ok := a.lookUp(kind + string(category) + "." + string(about) + manner); ok {
				return text
			}
		}
	}
	return ""
}

// grownUp reports whether the visitor is an adult to whom something was done as a child.
func (a *answer) grownUp() bool {
	f := a.finding
	return f.Category == crisis.ChildAtRisk && f.About == crisis.Self && !f.Minor && (f.Past || f.ByClergy)
}

// ofAbuse reports whether it is about what somebody does to somebody else, and has done.
func (a *answer) ofAbuse() bool {
	return a.finding.Category == crisis.Abuse || a.finding.Category == crisis.ChildAtRisk
}

func (a *answer) emergency() string {
	f, key := a.finding, "emergency.last"
	switch {
	case f.Unsure, f.Past:
		key = "emergency.unsure"
	case f.Now || f.Category == crisis.Medical:
		key = "emergency.now"
	case f.Urgent():
		key = "emergency.first"
	case f.About == crisis.Other:
		key = "emergency.last.other"
	}
	return a.say(key, "number", a.danger())
}

// danger is the emergency number, or words for it: where there are two, that of the ambulances for who is hurt, or would hurt themselves.
func (a *answer) danger() string {
	number := a.lines.Danger
	switch a.finding.Category {
	case crisis.Medical, crisis.Suicide, crisis.SelfHarm, crisis.Despair:
		number = a.lines.Ambulance
	}
	return cmp.Or(number, a.say("emergency.local_number"))
}

// trustedAdult is for children: somebody who is there when the screen is off.
func (a *answer) trustedAdult() string {
	if !a.finding.Minor {
		return ""
	}
	if now, ok := a.lookUp("trusted_adult.medical"); ok && a.finding.Category == crisis.Medical {
		return now
	}
	return a.say("trusted_adult")
}

// person offers somebody to talk to, and to adults that they be reached.
func (a *answer) person() string {
	switch {
	case a.finding.ByClergy, a.ofAbuse() && a.finding.Past:
		return a.safeguarding()
	case a.finding.Minor, a.to.Church.Name == "":
		return ""
	case a.to.Church.Phone == "":
		return a.say("person", "church", a.to.Church.Name)
	}
	return a.say("person.phone", "church", a.to.Church.Name, "phone", a.to.Church.Phone)
}

// safeguarding names who in the church is there for abuse, never in place of a line that is independent of it. Where one of its
// clergy or staff is accused, the visitor is told before all who reads what they write.
func (a *answer) safeguarding() string {
	texts := []string{}
	if a.finding.ByClergy && a.to.Church.Name != "" {
		texts = append(texts, a.readers())
	}
	if contact := a.contactForAbuse(); contact != "" {
		texts = append(texts, contact)
	}
	return strings.Join(texts, "\n\n")
}

// readers tells who reads what is written after one of the church's clergy or staff was accused.
func (a *answer) readers() string {
	key := "safeguarding.readers"
	if a.safeguardingReach() == "" {
		key = "safeguarding.readers.none"
	}
	return a.say(key, "church", a.churchName(), "who", a.whoIsTold())
}

// contactForAbuse names the church's safeguarding contact, or where else there is one.
func (a *answer) contactForAbuse() string {
	contact, reach := a.to.Church.Safeguarding, a.safeguardingReach()
	switch {
	case contact.Name != "" && reach != "":
		return a.say("safeguarding", "church", a.to.Church.Name, "name", contact.Name, "reach", reach)
	case !a.finding.Minor:
		return a.say("safeguarding.none")
	}
	return ""
}

// safeguardingReach is how the church's safeguarding contact is reached, "" where it has stored none.
func (a *answer) safeguardingReach() string {
	contact := a.to.Church.Safeguarding
	return strings.Join(slices.DeleteFunc([]string{contact.Phone, contact.Email}, func(way string) bool { return way == "" }), ", ")
}

// whoIsTold is who gets what a visitor says who has accused somebody serving at the church: never the church's office. It is as
// package notify sends it.
func (a *answer) whoIsTold() string {
	church, contact := a.churchName(), a.to.Church.Safeguarding
	switch {
	case a.safeguardingReach() == "":
		return a.say("safeguarding.who.none", "church", church)
	case contact.Name == "":
		return a.say("safeguarding.who.unnamed", "church", church)
	}
	return a.say("safeguarding.who", "name", contact.Name, "church", church)
}

// churchName is the church's name, or words for it.
func (a *answer) churchName() string {
	if a.to.Church.Name == "" {
		return a.say("church.unknown")
	}
	return a.to.Church.Name
}
