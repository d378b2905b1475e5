package reply

import (
	"regexp"
	"strings"
	"unicode"
)

// theContact stands for a contact where what is said of it is read.
const theContact = "#"

// The edges of a word: \b knows ASCII alone, so that it finds an end in the middle of Noé and none behind llamé.
const (
	wordStart = `(?:^|[^\pL\pN])`
	wordEnd   = `(?:[^\pL\pN]|$)`
)

const (
	phones = `(?:numbers?|phones?|cell(?:phone)?|mobile|line|e-?mail|n[uú]mero|cel|celular|tel|tel[eé]fono|m[oó]vil|l[ií]nea|correo)`
	no     = `(?:don['’]?t|do not|never|not|no|nunca)`
	// A no, what may stand between, and to call or to tell. What is bidden in Spanish with the pronoun behind it ("llámenme") is never
	// bidden with a no.
	noCalling = `(?:don['’]?t|do not|never|not)(?: (?:want|need|like|please|ever|even|you|to|them|him|her|me|us|anyone|anybody|the|church|pastor|let|try|go|going|be))*` +
		` (?:call(?:ed|ing)?|phone|ring|dial|text(?:ed|ing)?|contact(?:ed)?|reach(?:ed)?|message|use|share|give|tell(?:ing)?|write|send|answer|e-?mail)` +
		`|no (?:phone )?(?:calls|texts|messages) (?:please|at|to|on)|(?:no ?one|nobody) (?:should |must |may |is to )?(?:call|phone|ring|text|contact|message|reach)`
	noLlamar = `(?:no|nunca)(?: (?:quiero|quisiera|necesito|puedo|pueden?|vay[ao]n?|vayas|van?|deben?|que|por favor|se|me|les?|las?|los?|nos|te|al?|el|ustedes|usted))*` +
		` (?:llam(?:ar(?:me|le|l[ao]|nos)?|[aeo]|en|es|as|an)|marc(?:ar|a)|marqu(?:en?|es)|us(?:ar|en?|es)|habl(?:ar(?:me|le)?|en?|es|a)|escrib(?:ir(?:me|le)?|an?|as)|mand(?:ar|en?|es)|` +
		`contact(?:ar(?:me|le|nos)?|en?|es|an?)|busc(?:ar(?:me)?|an?)|busqu(?:en?|es)|localiz(?:ar(?:me)?|an?)|localic(?:en?|es)|ubiqu(?:en?|es)|llamadas?|mensajes?|textos?|dig(?:an?|as)|dec(?:ir|irles?)|den|cuent(?:en?|es)|contest(?:ar|en?|es)|compart(?:ir|an?|as)|avis(?:ar|en?|es))`
)

var (
	clauseEnd = regexp.MustCompile(`(?i)[,.;!…\n—]| (?:but|pero) `)

	// refused says that somebody is not to be called, or told: of any number, in any clause.
	refused = regexp.MustCompile(`(?i)` + wordStart + `(?:` + noCalling + `|` + noLlamar + `)` + wordEnd)

	// denied says that the number of a clause is not it.
	denied = regexp.MustCompile(`(?i)` + wordStart + `(?:` + no + `(?: (?:es|era|the|this|that|number|n[uú]mero|el|al?|to|at))*[^\pL#]*#|(?:not|isn['’]?t|no es) (?:my|mine|mi|m[ií]o|el m[ií]o|that|the)` + wordEnd + `)`)

	// deniedAfter is a clause behind a number, or the end of its own, that says no more than that it is not it.
	deniedAfter = regexp.MustCompile(`(?i)^[^\pL]*(?:(?:that|this|it|one|please|es[ea]|est[ea]|el|a) )*(?:no|not)(?: (?:that|this|it|one|es[ea]|est[ea]|please))*[^\pL]*$`)

	// others is a number that is somebody else's, or was called.
	others = regexp.MustCompile(`(?i)` + wordStart + `(?:(?:his|her|their|sus?) (?:\pL+ )?` + phones + wordEnd + `|(?:his|her|their|su)[^\pL#]*#|(?:es|is|it['’]?s|that['’]?s) (?:el |la )?(?:his|hers|theirs|suy[oa])` + wordEnd + `|(?:called|dialed|tried|llamé|llame al|marqué)` + wordEnd + `)`)

	// theirs is said directly before a number.
	theirs = regexp.MustCompile(`(?i)` + wordStart + `(?:mine|el m[ií]o|(?:my|mi) (?:\pL+ )?` + phones + `)(?: (?:is|es))?(?: el)?[^\pL#]*#`)
)

// unwanted reports whether a contact is not to be used, or not the visitor's. What is said of others elsewhere in the message takes
// nothing from it: "no tengo a nadie, mi cel es #".
func unwanted(message string) bool {
	clauses := clauseEnd.Split(message, -1)
	at := len(clauses)
	for i, clause := range clauses {
		if refused.MatchString(strings.Join(strings.Fields(clause), " ")) {
			return true
		}
		if at == len(clauses) && strings.Contains(clause, theContact) {
			at = i
		}
		if i > at && deniedAfter.MatchString(clause) && wordy(clause) {
			return true
		}
	}
	own := strings.Join(strings.Fields(around(clauses, at)), " ")
	if _, after, _ := strings.Cut(own, theContact); denied.MatchString(own) || wordy(after) && deniedAfter.MatchString(after) {
		return true
	}
	return others.MatchString(own) && !theirs.MatchString(own)
}

// around is the clause at an index, with its neighbours where it has no words of its own.
func around(clauses []string, at int) string {
	if at < len(clauses) && !wordy(clauses[at]) {
		return strings.Join(clauses[max(0, at-1):min(len(clauses), at+2)], " ")
	}
	return strings.Join(clauses[at:min(len(clauses), at+1)], "")
}

func wordy(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }
