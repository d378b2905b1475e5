package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/ranking"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
	"narthex/static/messages"
)

// toThem answers what looks for nothing on file: small talk, grief, anger, need. "" for all else.
func (b *briefing) toThem() string {
	if small := b.smallTalk(); small != "" {
		return small
	}
	if replyOnly.MatchString(strings.Join(term.WordsIn(b.Question), " ")) { // to what no tool has asked: there is nothing to look for
		return b.say("reply_only") + " " + b.office()
	}
	if b.listening() {
		return b.say("sorry_only") + " " + b.office()
	}
	return cmp.Or(b.toAnger(), b.aboutThem(), b.justBereaved(), b.inNeed(), b.comfort(), b.forTheirAge())
}

// answer says what the prompt knows about the visitor's question, or plainly that it does not.
func (b *briefing) answer(class model.Class, tools []model.Tool) string {
	folded := words.Fold(b.Question)
	troubled := hurting(folded)
	answers := ranking.New(b.contents, b.Language).Find(b.asked(class))
	found, likely := answers.Found, answers.Likely
	switch {
	case troubled && (likely < ranking.LikelyEnough || !asks(folded)): // who mourns needs people, not what comes nearest
		found, likely = answers.Named, float64(len(answers.Named))
	case class == model.ClassFast: // the passage was chosen already
		likely = float64(len(answers.Named))
	}
	quoted := ""
	if likely >= ranking.LikelyEnough {
		quoted = b.quote(answers, found)
	}
	if text := b.onFile(quoted, likely, tools); text != "" {
		if troubled {
			text = b.say("sorry") + " " + text
		}
		return text
	}
	if likely < ranking.WorthSaying {
		if troubled {
			return b.say("sorry_only") + " " + b.office()
		}
		if believing.MatchString(strings.ReplaceAll(words.Fold(b.Question), "'", "")) {
			return b.say("weighty") + " " + b.pastor()
		}
		if intent.Made(b.Question) { // a request whose tool is not offered
			return b.say("cannot") + " " + b.office()
		}
		return b.dontKnow(tools)
	}
	var text string
	switch {
	case likely >= ranking.Sure:
		text = quoted
		if each, _ := b.toEach(); len(each) > 0 && !troubled {
			text = joined(append([]string{text}, each...))
		}
	case b.answersEach(&text):
	case likely >= ranking.MoreLikely:
		text = b.orElse(answers, found) + "\n\n" + b.people(tools)
	default:
		text = b.nearest(answers, found) + "\n\n" + b.people(tools)
	}
	if troubled {
		text = b.say("sorry") + " " + text
	}
	return text
}

// answersEach reports whether each question of a message has an answer by itself, and gives them.
func (b *briefing) answersEach(text *string) bool {
	each, all := b.toEach()
	if all {
		*text = joined(each)
	}
	return all
}

// toEach answers those questions of a message that are likely enough answered by themselves; all is false where one is not, and where it asks no
// more than one.
func (b *briefing) toEach() (answers []string, all bool) {
	questions := b.contents.Part.Each
	for i, question := range questions {
		asked := ranking.Question{Text: question, Language: b.Language, Closely: i > 0}
		if i > 0 {
			asked.Before = questions[i-1]
		}
		found := ranking.New(b.contents, b.Language).Find(asked)
		if found.Likely >= ranking.LikelyEnough {
			answers = append(answers, b.quote(found, found.Found))
		}
	}
	return answers, len(answers) > 0 && len(answers) == len(questions)
}

// joined are the answers to several questions, without what another of them says as well.
func joined(answers []string) string {
	var said []string
	for _, answer := range answers {
		if slices.ContainsFunc(said, func(before string) bool { return strings.Contains(before, answer) }) {
			continue
		}
		said = append(slices.DeleteFunc(said, func(before string) bool { return strings.Contains(answer, before) }), answer)
	}
	return strings.Join(said, "\n\n")
}

// asked is the visitor's question as it is looked for. A fast request has one passage, which was found by its similarity.
func (b *briefing) asked(class model.Class) ranking.Question {
	asked := ranking.Question{Text: b.Question, Language: b.Language, OnePassage: class == model.ClassFast}
	if len(b.Messages) > 1 {
		asked.Before, asked.Leans = b.Messages[1].Text, whatNow.MatchString(words.Fold(b.Question))
	}
	return asked
}

// believing asks what somebody holds to be true, rather than for what is on file.
var believing = regexp.MustCompile(`\b(?:do|does) (?:you|your church|the church|the pastor|christians) (?:all )?(?:believe|think|accept|teach)\b|\b(?:your|churchs|church s|parishs|parish s) (?:views?|stance|position|opinion|teaching) (?:on|about)\b|` +
	`\b(?:que (?:piensan?|opinan?|dicen?|ensenan?) (?:de|del|sobre)|creen (?:en|que))\b`)

// listening reports whether the visitor tells what weighs on them, because they were asked: nothing that the church has written
// is an answer to that. A question is one, even then.
func (b *briefing) listening() bool {
	if len(b.Messages) == 0 || strings.Contains(b.Question, "?") || intent.WantsToKnow(words.Fold(b.Question)) {
		return false
	}
	before := b.Messages[0].After
	return strings.Contains(before, factTexts.In(words.Language(before, b.Language)).Text("listen"))
}

// factTexts are what stored facts are told in, before any model is asked.
var factTexts = messages.Load("facts")

// replyOnly answers what nobody has asked.
var replyOnly = regexp.MustCompile(`^(?:(?:yes|yeah|yep|yup|no|nope|not really|sure|of course|please|i am|i do|i will|i have|i can|maybe|si|claro|tal vez|quizas|por favor) ?)+$`)

// dontKnow says so, and offers what can really be done.
func (b *briefing) dontKnow(tools []model.Tool) string {
	unknown := "unknown"
	if b.contents.Part.Told != "" {
		unknown = "unknown_rest"
	}
	if len(b.Messages) > 0 && dialogue.ShowsCard(b.Messages[0].After) {
		return b.say(unknown) + " " + b.office() + " " + b.say("card_open") // two offers to pass something on have one yes
	}
	return b.say(unknown) + " " + b.people(tools)
}

// people says who can be asked instead, and offers to ask them where that can be done.
func (b *briefing) people(tools []model.Tool) string {
	if offers(tools, intent.LeaveMessage) {
		return b.office() + " " + b.say("offer_message")
	}
	return b.office()
}
