package relay

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/assent"
	"narthex/chat/church"
	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
	"narthex/chat/voice/speech"
	"narthex/chat/voice/switchboard"
	"narthex/chat/voice/wish"
	"narthex/chat/words"
)

// prompt answers what a caller has said.
func (c *call) prompt(ctx context.Context, said string) {
	if c.parting != "" {
		return
	}
	said = clean(said)
	c.hush(nil)
	noted := c.takeDown(record.Caller, said)
	if !worded(said) {
		c.unclear(ctx)
		return
	}
	c.unheard, c.silences, c.keys = 0, 0, ""
	c.listen(said)
	if c.checked && c.present(said) {
		c.sayAgain(ctx, c.said, c.rest)
		return
	}
	switch wanted := wish.Of(said); wanted {
	case wish.Yes, wish.GoOn, wish.Text:
		if c.offer != nil && wanted != wish.GoOn {
			c.sendLinks(ctx)
			return
		}
		if c.rest != "" && wanted != wish.Text {
			c.more(ctx)
			return
		}
	case wish.Decline:
		if c.offer != nil {
			c.declined(ctx)
			return
		}
		if c.rest != "" {
			c.rest = ""
			c.say(ctx, c.text("else"))
			return
		}
	case wish.Repeat:
		if c.said != "" {
			c.repeat(ctx)
			return
		}
	case wish.English:
		c.help(ctx, "en")
		return
	case wish.Spanish:
		c.help(ctx, "es")
		return
	case wish.Goodbye:
		c.offer = nil
		if !c.danger && c.offerLater(ctx) {
			return
		}
		c.part(ctx, outcomeGoodbye, c.farewell("goodbye"))
		return
	case wish.Person:
		if c.accused {
			c.say(ctx, c.apart())
			return
		}
		if c.transfer(ctx) {
			return
		}
		if !c.danger { // who is in danger is answered for that
			c.say(ctx, c.text("nobody"))
			return
		}
	}
	c.ask(ctx, said, noted)
}

// ask has the cascade answer.
func (c *call) ask(ctx context.Context, said string, noted record.Line) {
	c.rest, c.offer = "", nil // only a yes to the question itself is one
	if language := words.Language(said, c.language); language != c.language && spokenIn(language) == language {
		c.speakIn(ctx, language)
	}
	c.begin(ctx, c.request(said, uuid.New()), noted)
}

func (c *call) request(said string, message uuid.UUID) *chat.Request {
	return &chat.Request{
		Message: said, ChurchID: c.church.ID, SessionID: c.session, Agent: church.Coordinator, ClientMessageID: message, Spoken: true, Language: c.language,
	}
}

// clean makes of a transcription what a visitor could have typed.
func clean(said string) string {
	said = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(said, " "))
	said = strings.TrimSpace(said)
	if runes := []rune(said); len(runes) > chat.MaxMessageRunes {
		said = strings.TrimSpace(string(runes[:chat.MaxMessageRunes]))
	}
	return said
}

// worded reports whether something was understood of what a caller has said.
func worded(said string) bool {
	return strings.ContainsFunc(said, unicode.IsLetter) || strings.ContainsFunc(said, unicode.IsDigit)
}

// unclear asks again for what was not understood, and after a while no more.
func (c *call) unclear(ctx context.Context) {
	if c.unheard++; c.unheard < maxUnheard {
		c.sayAside(ctx, c.text("unclear"))
		return
	}
	switch {
	case c.accused: // they are told whom to call as it is
		c.part(ctx, outcomeUnclear, c.apart()+" "+c.text("unclear.end", "church", c.church.Name))
	case !c.transfer(ctx):
		c.part(ctx, outcomeUnclear, c.farewell("unclear.end"))
	}
}

// transfer puts the caller through, if somebody can be reached now who is not to be kept from them.
func (c *call) transfer(ctx context.Context) bool {
	if c.accused || line.Transfer(c.church, c.ticket.Called, c.relay.config.Now()) == "" {
		return false
	}
	who := line.Contact(c.church)
	if who == "" {
		who = c.church.Name
	}
	c.part(ctx, outcomeTransfer, c.text("transfer", "who", who))
	return true
}

// more goes on with what was left out.
func (c *call) more(ctx context.Context) {
	portions := speech.NewPortions()
	said := portions.Add(c.rest)
	after, rest := portions.Close()
	if said += after; rest != "" {
		said += " " + c.text("more")
	}
	c.sayAgain(ctx, said, rest)
}

// help goes on in a language that was asked for. Who is in danger hears whom to call in it, too: they may not have understood the other.
func (c *call) help(ctx context.Context, language string) {
	whom := ""
	if c.danger && language != c.language {
		whom = line.WhomToCall(c.church, language) + " "
	}
	c.speakIn(ctx, language)
	notice := c.notice()
	c.remark(ctx, whom+notice+c.text("help"))
	if notice != "" {
		c.noticed[language] = true
		c.keep(func(s *switchboard.State) { s.Noticed = append(s.Noticed, language) })
	}
}

// notice is line.Notice in the caller's language, where the greeting said it in another; "" where they were told.
func (c *call) notice() string {
	if c.noticed[c.language] {
		return ""
	}
	return line.Notice(c.language, !c.ticket.Unkept) + " "
}

// speakIn goes on in a language.
func (c *call) speakIn(ctx context.Context, language string) {
	if language != c.language {
		c.language = language
		c.log.Change(func(kept *record.Call) { kept.Language = language })
		c.keep(func(s *switchboard.State) { s.Language = language })
		_ = c.write(ctx, languageMessage{Type: "language", TTSLanguage: line.Code(language), Transcription: line.Code(language)}) // reading finds what is wrong
	}
}

// spokenIn is the language that a caller is spoken to in where they are answered in another.
func spokenIn(language string) string {
	if line.Code(language) == "" {
		return "en"
	}
	return language
}

// silent is for when nobody says anything: the caller is asked whether they are there, and then let go. What they were told or asked
// before still stands, but a yes is not to that.
func (c *call) silent(ctx context.Context) {
	if c.answer != nil || c.parting != "" {
		return
	}
	c.checked = true
	if c.silences++; c.silences > c.mostSilences() {
		c.part(ctx, outcomeSilence, c.farewell("silence.end"))
		return
	}
	c.sayAside(ctx, c.text("silence"))
}

// present reports whether a caller who was asked whether they are there says that they are, or may: a yes is to nothing else then, and
// the question before it is asked again. To the crisis gate's it is one.
func (c *call) present(said string) bool {
	c.checked = false
	wanted := wish.Of(said)
	accepts, _ := assent.Heard(said)
	switch {
	case c.crisis, wanted == wish.Text && c.offer != nil:
		return false
	case accepts, wanted == wish.Yes, wanted == wish.Here:
		return true
	case wanted == wish.None, wanted == wish.Goodbye, wanted == wish.Person:
		c.setAside()
	}
	return false
}

// pressed is for who would rather use the keys.
func (c *call) pressed(ctx context.Context, digit string) {
	if c.parting != "" {
		return
	}
	c.hush(nil)
	c.silences = 0
	c.takeDown(record.Keys, clean(digit))
	c.checked = false
	if digit != "*" {
		c.setAside()
	}
	if c.dials(digit) {
		c.sayAside(ctx, line.WhomToCall(c.church, c.language)+" "+c.text("keys.danger"))
		return
	}
	switch digit {
	case "0":
		switch {
		case c.accused:
			c.say(ctx, c.apart())
		case !c.transfer(ctx):
			c.remark(ctx, c.text("nobody"))
		}
	case "1":
		c.help(ctx, "en")
	case "2":
		c.help(ctx, "es")
	case "*":
		c.repeat(ctx)
	default:
		c.sayAside(ctx, c.text("keys"))
	}
}

// dials reports whether a caller in danger dials, within the call, the number that they were told to call: with a key that means nothing
// here, or changes nothing, or goes on with such a number.
func (c *call) dials(digit string) bool {
	c.keys += digit
	switch {
	case !c.danger, digit == "*", c.keys == "0":
		return false
	case digit == "0", digit == "1" && c.language != "en", digit == "2" && c.language != "es":
		return line.Dials(c.church, c.keys)
	}
	return true
}

// remark says what may be said again in place of the last answer, but not of one that was for somebody in danger.
func (c *call) remark(ctx context.Context, text string) {
	if c.danger {
		c.sayAside(ctx, text)
	} else {
		c.say(ctx, text)
	}
}

// repeat says what was said last. In a danger whom to call stands before what does not say it.
func (c *call) repeat(ctx context.Context) {
	said := c.said
	if c.danger && !line.Tells(c.church, said, c.language) {
		said = line.WhomToCall(c.church, c.language) + " " + said
	}
	c.sayAgain(ctx, said, c.rest)
}

// takenBack has a call go on whose caller says, while they hear its last words, what must not be lost: that they or others are in danger,
// by whom, that they are there after all, that they do not want to be put through, or that there is something else. What changes nothing is written down.
func (c *call) takenBack(ctx context.Context, f frame) bool {
	switch {
	case f.err != nil:
		return false
	case f.Type == kindInterrupt:
		c.relay.metrics.interrupt.Inc()
		c.hush(&f.received)
		return false
	case f.isSaid() && c.goesOn(clean(f.VoicePrompt)):
		c.parting, c.bad = "", 0
		c.prompt(ctx, f.VoicePrompt)
		return true
	case f.Type == kindDTMF && c.unnoticed():
		c.parting, c.bad = "", 0
		c.pressed(ctx, f.Digit)
		return true
	}
	c.ignored(f)
	return false
}

// goesOn reports whether a call that is about to end goes on for what its caller says.
func (c *call) goesOn(said string) bool {
	if !worded(said) {
		return false
	}
	found, accuses := c.inDanger(said)
	if accuses { // of whom they speak is known until the call goes on
		c.accuses()
	}
	return found || accuses || c.unnoticed() || c.parting == outcomeTransfer && wish.Refuses(said) || c.parting == outcomeGoodbye && !wish.TakesLeave(said)
}

// unnoticed reports whether a call is about to end for nothing but that its caller could not be heard.
func (c *call) unnoticed() bool { return c.parting == outcomeSilence || c.parting == outcomeUnclear }

// ignored writes down what a caller does that changes nothing any more.
func (c *call) ignored(f frame) {
	switch {
	case f.err != nil:
	case f.isSaid():
		said := clean(f.VoicePrompt)
		if c.takeDown(record.Caller, said); worded(said) {
			c.listen(said)
		}
	case f.Type == kindDTMF:
		c.takeDown(record.Keys, clean(f.Digit))
	}
}
