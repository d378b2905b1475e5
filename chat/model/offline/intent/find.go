package intent

import (
	"regexp"
	"slices"

	"narthex/chat/model/offline/moment"
	"narthex/chat/words"
)

// intents are the requests, those first that tell more.
var intents = slices.Concat(personal, requests, enrolments, general, errands, withdrawals)

// Made reports whether a message makes a request that a tool fulfils, and not the contrary. What it would join is another matter: it may be
// nothing that the church has.
func Made(message string) bool {
	found := Of(message)
	return found != nil && !found.Joins()
}

// Of is the request that a message makes, unless it asks for the contrary.
func Of(message string) *Intent {
	found, denied := read(message)
	if denied {
		return nil
	}
	return found
}

// Denied reports whether a message asks for the contrary of a request.
func Denied(message string) bool {
	_, denied := read(message)
	return denied
}

// Named is the first request that a tool fulfils.
func Named(tool string) *Intent {
	return &intents[slices.IndexFunc(intents, func(i Intent) bool { return i.Tool == tool })]
}

// read is the request whose words stand in a message, and whether they are denied.
func read(message string) (found *Intent, denied bool) {
	folded := words.Fold(message)
	for i := range intents {
		at := intents[i].asked.FindStringIndex(folded)
		if at == nil || intents[i].unless != nil && intents[i].unless.MatchString(folded) || intents[i].dated && !moment.Form.MatchString(message) {
			continue
		}
		return &intents[i], denying.MatchString(folded[:at[0]])
	}
	return nil, false
}

// denying stands before what somebody does not want. A no with a comma behind it answers what was asked before: "no, please pray for her".
var denying = regexp.MustCompile(`\b(?:no|ya no|nunca|tampoco|don'?t|do not|not|never|stop|isn'?t|aren'?t|won'?t|rather not)(?: (?:quiero|queremos|quisiera|necesito|want|need|like|wish|have|going|planning|que|to|you|anyone|anybody|somebody|someone|alguien|me|nos|le|please|por favor|vamos|voy|pienso|a|really|ever|i|we|us|be))*\s*$`)

// BesidesJoining is the request that a message makes where what it says of joining something is not meant, nil for none.
func BesidesJoining(message string) *Intent {
	folded := words.Fold(message)
	for i := range intents {
		if at := intents[i].asked.FindStringIndex(folded); !intents[i].Joins() && !intents[i].Form && !intents[i].Errand && at != nil && !denying.MatchString(folded[:at[0]]) && (intents[i].unless == nil || !intents[i].unless.MatchString(folded)) {
			return &intents[i]
		}
	}
	return nil
}

// Besides is the wish that a message makes besides its first, nil for none. Who would talk to somebody and be called asks for one thing, and of a
// death the first tells as well.
func Besides(message string, first *Intent) *Intent {
	folded := words.Fold(message)
	begins := first.asked.FindStringIndex(folded)
	if begins == nil {
		return nil
	}
	for _, list := range [...][]Intent{intents, quiet} {
		for i := range list {
			other := &list[i]
			at := other.asked.FindStringIndex(folded)
			if at == nil || other.Tool == first.Tool || first.Tool == Callback && other.Tool == Appointing || other.Tool == Bereaved || other.Joins() || other.Withdraws || other.unless != nil && other.unless.MatchString(folded) || denying.MatchString(folded[:at[0]]) {
				continue
			}
			from, to := min(begins[1], at[1]), max(begins[0], at[0])
			if from < to && joiningWords.MatchString(folded[from:to]) {
				return other
			}
		}
	}
	return nil
}

// joiningWords stand between two wishes of one message.
var joiningWords = regexp.MustCompile(`\b(?:and|also|plus|y|tambien|ademas)\b`)

// QuietIn is the quiet wish in a message, nil for none.
func QuietIn(message string) *Intent {
	folded := words.Fold(message)
	for i := range quiet {
		if at := quiet[i].asked.FindStringIndex(folded); at != nil && !denying.MatchString(folded[:at[0]]) && !quiet[i].unless.MatchString(folded) {
			return &quiet[i]
		}
	}
	return nil
}

// QuietlyDenied reports whether a message asks for the contrary of a quiet wish.
func QuietlyDenied(message string) bool {
	folded := words.Fold(message)
	return slices.ContainsFunc(quiet, func(i Intent) bool {
		at := i.asked.FindStringIndex(folded)
		return at != nil && denying.MatchString(folded[:at[0]])
	})
}

// ToldTo reports whether a message asks that somebody be told something: a word in it is their name.
func ToldTo(message string) bool { return toldTo.asked.MatchString(words.Fold(message)) }

// toldTo is the errand that has somebody told something.
var toldTo = &errands[len(errands)-1]
