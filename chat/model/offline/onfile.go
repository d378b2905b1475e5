package offline

import (
	"regexp"
	"strconv"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/onfile"
	"narthex/chat/model/offline/ranking"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/words"
)

// lookUp calls the tools that tell what a church has of what the visitor asks for: groups, events, roles. None where they ask for something
// else, where no such tool is offered, or where that has been looked up.
func (b *briefing) lookUp(req model.Request) []model.ToolCall {
	asked, ok := onfile.Read(b.Question, b.Language, b.now())
	if !ok || req.Class == model.ClassFast {
		return nil
	}
	if entries, known := onfile.Found(withoutDraft(req.Messages)); known {
		b.asksFor, b.onfile = &asked, entries
		return nil
	}
	calls := asked.Calls(req.Tools)
	made := 0
	for _, message := range req.Messages {
		made += len(message.ToolCalls)
	}
	for i := range calls {
		calls[i].ID = "offline_" + strconv.Itoa(made+i+1)
	}
	return calls
}

// withoutDraft leaves out what stands behind the results of tools where a sentence of an answer is to be written otherwise: what was looked up
// is not to be looked up again.
func withoutDraft(messages []model.Message) []model.Message {
	for n := len(messages); n > 1; n-- {
		if last := messages[n-1]; last.Role != model.RoleSystem && (last.Role != model.RoleAssistant || len(last.ToolCalls) > 0) {
			return messages[:n]
		}
	}
	return messages
}

// onFile answers from what was looked up, "" where nothing was, or where what is written elsewhere answers better: quoted is that, "" if it is
// not likely enough to answer, and likely how likely it is.
func (b *briefing) onFile(quoted string, likely float64, tools []model.Tool) string {
	if b.asksFor == nil {
		return ""
	}
	choice := b.asksFor.Choose(b.onfile)
	switch fits := choice.Fits; {
	case len(fits) == 1 && quoted != "" && strings.Contains(words.Fold(quoted), words.Fold(fits[0].Title)):
		return quoted + b.stateOf(fits[0])
	case len(fits) > 0 && b.writtenBetter(choice, quoted, likely):
		return ""
	case len(fits) == 1:
		return b.tell(fits[0])
	case len(fits) > 1:
		return b.listed(fits)
	case likely >= ranking.WorthSaying || len(choice.Nearest) == 0 || b.troubled(b.Question):
		return ""
	}
	return b.say("found.none") + " " + b.say("found.nearest") + b.lines(choice.Nearest[:min(len(choice.Nearest), mostNear)]) + "\n\n" + b.people(tools)
}

// writtenBetter reports whether what is written elsewhere answers better than what was looked up: it is likely enough, and what was looked up
// is neither what the question names nor for whom it asks; or it is more likely than not, and of an event that has not all that is asked.
func (b *briefing) writtenBetter(choice onfile.Choice, quoted string, likely float64) bool {
	if b.asksFor.All() || choice.ByName && choice.Whole {
		return false
	}
	isEvent := !choice.Fits[0].IsGroup() && !choice.Fits[0].IsRole()
	if quoted == "" {
		return likely >= ranking.MoreLikely && isEvent && !choice.Whole && !choice.ByName
	}
	return !b.asksFor.NamesSubject() || b.asksFor.Suits(quoted) || isEvent && !choice.Whole
}

// mostNear is how many things are named that are not what was asked for.
const mostNear = 3

// tell says what is on file of one thing.
func (b *briefing) tell(e onfile.Entry) string {
	own := b.own()
	text := snippet.Ended(e.Title)
	if at := nonEmpty(e.When, e.Where); len(at) > 0 {
		text = snippet.Ended(e.Title + ": " + strings.Join(at, ", "))
	}
	if e.State == onfile.Cancelled {
		return text + b.stateOf(e)
	}
	about := whole(e.About)
	if e.For != "" && !strings.Contains(words.Fold(about), words.Fold(e.For)) {
		text += " " + own.Text("found.for", "value", bare(e.For))
	}
	if about != "" {
		text += " " + snippet.Ended(about)
	}
	if e.Needs != "" {
		text += " " + own.Text("found.needs", "value", bare(e.Needs))
	}
	if e.State != onfile.JustCome || !saysJustCome.MatchString(words.Fold(about)) {
		text += b.stateOf(e)
	}
	switch {
	case e.Person != "" && e.IsGroup():
		text += " " + own.Text("found.leader", "person", e.Person)
	case e.Person != "":
		text += " " + own.Text("found.contact", "person", e.Person)
	}
	return text
}

// stateOf says whether somebody can still come or join, where that is to be said.
func (b *briefing) stateOf(e onfile.Entry) string {
	own := b.own()
	switch {
	case e.State == onfile.NotYet && e.RegistrationOpens != "":
		return " " + own.Text("found.opens", "when", e.RegistrationOpens)
	case e.State != onfile.Open:
		return " " + own.Text("found.state."+string(e.State))
	case e.RegisterBy != "":
		return " " + own.Text("found.register_by", "when", e.RegisterBy)
	}
	return ""
}

// listed tells of several things, briefly.
func (b *briefing) listed(entries []onfile.Entry) string {
	heading := "list"
	switch {
	case entries[0].IsRole():
		heading = "found.roles"
	case !entries[0].IsGroup():
		heading = "found.events"
	}
	return b.say(heading) + b.lines(entries[:min(len(entries), mostTold)]) + "\n\n" + b.office()
}

// mostTold is how many things a list has.
const mostTold = 8

func (b *briefing) lines(entries []onfile.Entry) string {
	text := ""
	for _, e := range entries {
		line := snippet.Ended(e.Title + ": " + strings.Join(nonEmpty(e.When, e.Where), ", "))
		if e.IsRole() && e.When == "" || e.When+e.Where == "" {
			line = snippet.Ended(e.Title)
		}
		if e.State == onfile.Full || e.State == onfile.Cancelled || e.State == onfile.Closed {
			line += b.stateOf(e)
		}
		text += "\n- " + line
	}
	return text
}

// saysJustCome is in what has it that nobody need register.
var saysJustCome = regexp.MustCompile(`\b(?:just come|no need to register|need not register|quedese|no hace falta)\b`)

// whole is a text without the sentence that was cut off.
func whole(text string) string {
	text = snippet.Clean(text)
	if cut, was := strings.CutSuffix(text, "…"); was {
		if end := strings.LastIndex(cut, ". "); end > 0 {
			return cut[:end+1]
		}
	}
	return text
}

// bare is a text without what ends it.
func bare(text string) string { return strings.TrimRight(snippet.Clean(text), ". ") }

func nonEmpty(texts ...string) (left []string) {
	for _, text := range texts {
		if text != "" {
			left = append(left, text)
		}
	}
	return left
}
