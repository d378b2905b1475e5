package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// creeds are what people are who ask whether they may come nevertheless.
const creeds = `(?:catholics?|catolic[oa]s?|protestants?|protestantes?|evangelic[oa]s?|muslims?|musulman(?:a|es)?|jewish|judi[oa]s?|mormons?|hindus?|buddhists?|agnostics?|testigo de jehova)`

// unwed are people whom some churches keep from table, the sacraments.
const (
	unwed = `\b(?:divorced?|divorciad[oa]s?|separated|separad[oa]s?|remarried|vuelt[oa]s? a casar|living together|living with (?:my|his|her) (?:boyfriend|girlfriend|partner)|union libre|gay|lesbian|married (?:outside|in a registry|civilly)|casad[oa]s? (?:solo )?por (?:lo|el) civil)\b`
	table = `\b(?:communion|eucharist|sacraments?|confession|comunion|comulgar|eucaristia|sacramentos?|confesar\w*|confesion|godparents?|padrin[oa]s?)\b`
)

// weighty are the questions that people are afraid to ask: whether they may come as they are, what the church makes of them or of those
// they love. They are never answered with whatever passage shares a word with them. All get the church's own written position, if there
// is one, and somebody by name to talk to.
var weighty = []struct {
	asked *regexp.Regexp // in the folded question
	lead  string         // of offline.json
	open  string         // the lead where the church has written its position, "" for the same
	even  bool           // also of a marriage, which has rules that can be quoted
}{
	{regexp.MustCompile(`\b(?:in|to|into) (?:hell|purgatory)\b|\b(?:en|al) (?:el )?(?:infierno|purgatorio)\b`), "not_mine", "", false},
	{regexp.MustCompile(`\b(?:annul\w*|nullity|nulidad|anular? (?:el|mi) matrimonio)\b|` + unwed + `.*` + table + `|` + table + `.*` + unwed), "weighty", "welcome_all", true},
	{regexp.MustCompile(`\b(?:gay|lesbian|homosexual\w*|trans|transgender|queer|lgbt\w*|same[- ]sex|divorced|divorciad[oa]s?|union libre|living together|atheist|atea?o?|` +
		`not (?:a )?(?:christian|believer|religious|baptized|baptised)|no soy (?:cristian[oa]|creyente|bautizad[oa])|lesbiana)\b|` +
		`\b(?:(?:can|could|may) (?:i|we) (?:come|go|visit|attend|join)|puedo (?:ir|venir|asistir|entrar)|welcome|bienvenid\w+|aceptan)\b.*\b(?:soy|im|i am) (?:not )?(?:an? )?` + creeds + `\b|\b(?:soy|im|i am) (?:not )?(?:an? )?` + creeds + `\b.*\b(?:(?:can|could|may) i (?:come|go|visit|attend|join)|puedo (?:ir|venir|asistir|entrar)|welcome|bienvenid\w+|aceptan)\b`), "welcome_all", "", false},
	{regexp.MustCompile(`\b(?:abortions?|aborto|contraception|euthanasia|death penalty|homosexuality|suicide a sin|premarital|sex before marriage)\b|` +
		`\bwom[ae]n\b.*\b(?:preach\w*|priests?|pastors?|ministry|ordained|lead|deacons?)\b|\bmujer(?:es)?\b.*\b(?:predica\w*|pastoras?|sacerdotes?|ministerio|lider(?:es)?)\b`), "weighty", "", false},
}

// aboutThem answers such a question, "" for others.
func (b *briefing) aboutThem() string {
	asked := b.Question
	if len(b.Messages) > 1 && whatNow.MatchString(words.Fold(asked)) {
		asked = b.Messages[1].Text // who to speak to about that
	}
	folded := strings.ReplaceAll(words.Fold(asked), "'", "")
	for _, kind := range weighty {
		if !kind.asked.MatchString(folded) || marrying.MatchString(folded) && !kind.even {
			continue
		}
		lead, own := kind.lead, b.position(asked)
		if own != "" {
			lead = cmp.Or(kind.open, lead)
		}
		said := []string{b.say(lead)}
		if own != "" {
			said = append(said, own)
		}
		return strings.Join(append(said, b.pastor()), " ")
	}
	return ""
}

// marrying is about a wedding or a burial, which have rules that can be quoted.
var marrying = regexp.MustCompile(`\b(?:get remarried|married|marry|wedding|casar\w*|boda|funeral|ashes)\b`)

// position is what the church itself has written on what a question is about, "" for nothing.
func (b *briefing) position(question string) string {
	asked := term.Of(question, b.Language)
	for _, p := range b.contents.Positions {
		topic := term.Of(p.Label, words.Language(p.Value, b.Language))
		if slices.ContainsFunc(topic, func(t term.Term) bool { return !t.WeakWord() && slices.Contains(asked, t) }) {
			return snippet.Ended(b.own().Text("position", "topic", p.Label, "value", snippet.Clean(snippet.Shorten(p.Value))))
		}
	}
	return ""
}
