package conversation

import (
	"regexp"

	"narthex/chat"
	"narthex/chat/crisis/reply"
	"narthex/chat/words"
)

// wish begins what visitors give their number for besides being called, folded.
var wish = regexp.MustCompile(`\b(?:regist(?:er|ration|ering)|sign(?:ing)? (?:me|us|him|her|them|my|our|up)|rsvp|reserv\w+|book(?:ing)?|enrol\w*|subscri\w+|put (?:me|us|him|her|them) down|add (?:me|us)|volunteer\w*|join\w*|bapti[sz]\w*|` +
	`inscri\w+|anot(?:ar|e|en|a|ame|eme|enme|arme|arnos|enos)|apunt\w+|registr\w+|suscri\w+|bauti[sz]\w+)\b`)

// IsForSomethingElse reports whether a number is given for something else than to be reached about a danger that is not of just now: an
// ordinary answer, which ends with a line of care, asked for it, or the message says for what.
func IsForSomethingElse(to reply.Visitor, items []chat.HistoryItem, message string) bool {
	return to.CareAtEnd(LastAnswer(items)) != "" && !Unanswered(items) && (chat.WantReply(items) || wish.MatchString(words.Fold(message)))
}
