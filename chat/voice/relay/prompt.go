package relay

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/assent"
	"narthex/chat/church"
	"narthex/chat/tier/people"
	"narthex/chat/voice/line"
	"narthex/chat/voice/record"
	"narthex/chat/voice/speech"
	"narthex/chat/voice/switchboard"
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
	c.unheard, c.silences = 0, 0
	c.listen(said)
	if c.checked && c.present(said) {
		c.sayAgain(ctx, c.said, c.rest)
		return
	}
	switch wish := wished(said); wish {
	case yes, goOn, text:
		if c.offer != nil && wish != goOn {
			c.sendLinks(ctx)
			return
		}
		if c.rest != "" && wish != text {
			c.more(ctx)
			return
		}
	case decline:
		if c.offer != nil {
			c.declined(ctx)
			return
		}
		if c.rest != "" {
			c.rest = ""
			c.say(ctx, c.text("else"))
			return
		}
	case repeat:
		if c.said != "" {
			c.sayAgain(ctx, c.said, c.rest)
			return
		}
	case english:
		c.help(ctx, "en")
		return
	case spanish:
		c.help(ctx, "es")
		return
	case goodbye:
		c.offer = nil
		if c.offerLater(ctx) {
			return
		}
		c.part(ctx, outcomeGoodbye, c.farewell("goodbye"))
		return
	case person:
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
	switch digit {
	case "0":
		switch {
		case c.accused:
			c.say(ctx, c.apart())
		case !c.transfer(ctx):
			c.say(ctx, c.text("nobody"))
		}
	case "1":
		c.help(ctx, "en")
	case "2":
		c.help(ctx, "es")
	case "*":
		c.sayAgain(ctx, c.said, c.rest)
	default:
		c.say(ctx, c.text("keys"))
	}
}

// help goes on in a language that was asked for. Who is in danger hears whom to call in it, too: they may not have understood the other.
func (c *call) help(ctx context.Context, language string) {
	whom := ""
	if c.danger && language != c.language {
		whom = line.WhomToCall(c.church, language) + " "
	}
	c.speakIn(ctx, language)
	notice := c.notice()
	c.say(ctx, whom+notice+c.text("help"))
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
	wish := wished(said)
	accepts, _ := assent.Heard(said)
	switch {
	case c.crisis, wish == text && c.offer != nil:
		return false
	case accepts, wish == yes, wish == here:
		return true
	case wish == none, wish == goodbye, wish == person:
		c.setAside()
	}
	return false
}

// mostEarlier is how many things that a caller said before are read together with what they say now: as many as the crisis gate looks at.
const mostEarlier = 3

// inDanger reports whether the crisis gate finds something in what a caller says now, and whether they accuse somebody who serves at the
// church, by what they are or by name. It is asked here, too: they may want a person before the answer to it has come, and that may come from another node.
func (c *call) inDanger(said string) (found, accuses bool) {
	turn := chat.Turn{Request: c.request(said, uuid.Nil)}
	assessed := turn.Assess(c.earlier)
	_, accuses = people.Accusation(c.church, append(slices.Clone(c.earlier), said))
	return assessed.Found, accuses
}

// listen notes what a caller has said, and whether they are in danger or accuse somebody, before anything is done about it.
func (c *call) listen(said string) {
	found, accuses := c.inDanger(said)
	c.earlier = append(slices.Clone(c.earlier[max(0, len(c.earlier)-mostEarlier+1):]), said)
	if found {
		c.endangered()
	}
	if accuses && !c.accused {
		c.accused = true
		c.keep(func(s *switchboard.State) { s.Accused = true })
	}
}

// endangered notes that somebody seems to be in danger, for the rest of the call.
func (c *call) endangered() {
	if !c.danger {
		c.danger = true
		c.keep(func(s *switchboard.State) { s.Danger = true })
	}
}

// apart is what a caller is told who has accused somebody that serves at the church, in place of being put through to its people. Which
// of them is accused nobody can tell from here.
func (c *call) apart() string { return line.Apart(c.church, c.language) }

// farewell is one of our last words. Where somebody seemed to be in danger, whom to call comes before it: once a call has said goodbye it
// may be listened to no more.
func (c *call) farewell(key string) string {
	said := c.text(key, "church", c.church.Name)
	if !c.danger {
		return said
	}
	return line.WhomToCall(c.church, c.language) + " " + said
}

// mostSilences is how many times in a row a caller is asked whether they are there before they are let go.
func (c *call) mostSilences() int {
	if c.danger {
		return maxSilencesInDanger
	}
	return maxSilences
}

// takenBack has a call go on whose caller says, while they hear its last words, what must not be lost: that they or others are in danger,
// that they are there after all, or that there is something else. What changes nothing is written down.
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
	found, _ := c.inDanger(said)
	return found || c.unnoticed() || c.parting == outcomeGoodbye && !takesLeave(said)
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
