package crisis

import (
	"regexp"
	"strings"
)

// How many messages ago a danger may have been told of for it to be what a later message is about, and how many ago an emergency for it to be
// going on.
const (
	toldWithin  = 6
	goingWithin = 3
)

// told is a danger that an earlier message told of.
type told struct {
	Finding
	ago int // messages: 1 is the one before
}

// toldIn gives the last danger that messages tell of, the newest last: each message with what those before it have told.
func toldIn(messages []string) (last told, ok bool) {
	for i := max(0, len(messages)-toldWithin); i < len(messages); i++ {
		a := read(messages[i], messages[:i])
		last.ago++
		if !a.Found {
			continue
		}
		f := a.Finding
		if ok {
			f = f.after(last, alone(messages[i], f), messages[i])
		}
		last, ok = told{f, 0}, true
	}
	last.ago++
	return last, ok
}

// alone is what a message tells by itself, the category "" where it is nothing.
func alone(message string, together Finding) Finding {
	a := read(message, nil)
	if !a.Found {
		return Finding{}
	}
	f := a.Finding
	f.Minor, f.ByClergy = f.Minor || together.Minor, f.ByClergy || together.ByClergy
	return f.ofChild()
}

// after is what a finding means once a danger was told of. by is what the message tells by itself.
//
// A danger that was told of stands until a message tells of another, as surely and in words of its own. One that is only suggested, by the
// words before it or by words that say half of it, is more of the same: who is in danger, that it is over, and that it is sure are as they
// were told. Nor does the emergency number stand back for a message or two. A weapon is in the hand of whom was told before: of a husband who
// hits, and not of the visitor; of the visitor who wants to harm somebody, and not themselves.
func (f Finding) after(e told, by Finding, message string) Finding {
	emergency := e.isEmergency() && e.ago <= goingWithin
	same := f.Category.kind() == e.Category.kind()
	own := by.Category != ""
	e.Past = e.Past && !goesOn(message)
	switch {
	case e.Past && f.Category == Threat && (!own || by.byModel()) && !meansIt.MatchString(message):
		return f.asTold(e.Finding, false)
	case f.Category == Threat && !e.Past && e.Category.kind() == Abuse && !e.Unsure && !meansIt.MatchString(message) && !ofMany.MatchString(message) && (!own || by.byMeansAlone()):
		return f.asTold(e.Finding, own)
	case e.Category == Threat && !e.Unsure && f.Category.kind() == Suicide && f.About == Self && (!own || by.Unsure || by.byMeansAlone()):
		return f.asTold(e.Finding, own)
	case own && !by.Unsure && !(emergency && !same && by.byModel() && !f.isEmergency()):
		f.Now = f.Now || emergency && !f.Past
		return f
	case emergency && e.byModel() && by.Unsure && !by.byModel():
		e.Unsure = true // neither is sure beside the other
		return f.asTold(e.Finding, false)
	case emergency, !own, own && same && !e.Unsure:
		return f.asTold(e.Finding, false)
	case !same && !e.Unsure && !(by.graverThan(e.Finding) && !by.byModel()):
		return f.asTold(e.Finding, false)
	}
	return f
}

// asTold is the danger that was told of in place of a finding that has more of the same to say: that it is sure, or has begun.
func (f Finding) asTold(e Finding, begun bool) Finding {
	e.Unsure = e.Unsure && f.Unsure
	e.Now = e.Now || begun || f.Now && !e.Past && f.Category.kind() == e.Category.kind()
	e.Minor, e.ByClergy = e.Minor || f.Minor, e.ByClergy || f.ByClergy
	e.Language = f.Language
	return e.ofChild()
}

// isEmergency reports whether nothing may stand before the emergency number.
func (f Finding) isEmergency() bool { return f.Urgent() && !f.Past && (f.Now || f.Category == Medical) }

// goesOn reports whether a message says that something is not over, or has begun again.
func goesOn(message string) bool {
	g, s := compiled(), scratches.Get().(*scratch)
	defer scratches.Put(s)
	return g.signsOf([]string{message}, s)&(g.still|g.habit) != 0
}

func (f Finding) graverThan(e Finding) bool { return ranks[f.Category] < ranks[e.Category] }

// byModel reports whether the learned model alone found it.
func (f Finding) byModel() bool { return strings.HasPrefix(f.Rule, "model.") }

// byMeansAlone reports whether a finding rests on what is at hand, a weapon or pills, which says nothing of whom it is for.
func (f Finding) byMeansAlone() bool { return f.byModel() || ofMeans[f.Rule] }

var ofMeans = setOf("suicide.means", "suicide.combined", "suicide.gathered", "suicide.armed_in_grief", "remaining.means", "broad.means", "threat.other", "broad.threat", "remaining.threat")

// ofMany finds that more are in danger than whom was told of before.
var ofMany = regexp.MustCompile(`(?i)\b(?:shoot\w*|gunman|bomb\w*|everyone|everybody|people|church|school|mass|service|todos|gente|iglesia|escuela|misa|templo|tirador|tiroteo)\b`)

// meansIt finds who says that they themselves will harm somebody.
var meansIt = regexp.MustCompile(`(?i)\b(?:i(?:['’]?m| am|['’]?ll| will| want| wanna)?|im)(?: (?:going|gonna|about|ready|to|will|want|wanna|really|just|could|should|might))* (?:kill|shoot|stab|murder|hurt|strangle|end|beat|burn)\b|` +
	`\b(?:voy a|quiero|le voy a|lo voy a|la voy a|los voy a|quisiera|pienso) (?:matar|disparar|apuñalar|hacerle|golpear|quemar|acuchillar|balacear)|\b(?:lo|la|los|las) (?:mato|quemo|acuchillo)\b`)
