package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"narthex/chat/words"
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
		` (?:llam(?:ar(?:me|le|l[ao]|nos)?|[aeo]|en|es|as|an)|marc(?:ar|a)|marqu(?:en?|es)|us(?:ar|en|es|e (?:el|est[ea]|es[ea]|mi))|habl(?:ar(?:me|le)?|en?|es|a)|escrib(?:ir(?:me|le)?|an?|as)|mand(?:ar|en?|es)|` +
		`contact(?:ar(?:me|le|nos)?|en?|es|an?)|busc(?:ar(?:me)?|an?)|busqu(?:en?|es)|localiz(?:ar(?:me)?|an?)|localic(?:en?|es)|ubiqu(?:en?|es)|llamadas?|mensajes?|textos?|dig(?:an?|as)|dec(?:ir|irles?)|den|cuent(?:en?|es)|contest(?:ar|en?|es)|compart(?:ir|an?|as)|avis(?:ar|en?|es))`
)

// What bids others not to call or tell, in whichever clause it stands. "I can't call", "no puedo contactar a nadie" and "no me busca nadie" bid
// nobody anything: who will not call themselves gives a number to be called.
const (
	toCall = `(?:call|phone|ring|dial|text|contact|message|use|share|write|answer|e-?mail|reach(?: out| me| us| at|$)|give (?:it|this|that|him|her|them|my|the|out|any\pL+)|send (?:me|it|this|that|any(?: |thing)|my|texts|messages)|` +
		`tell(?: (?:him|her|them|any\pL*|no|my|the|it|this|that|people|pastor|father)|$))`
	beCalled  = `(?:called|phoned|rung|texted|contacted|reached|messaged|e-?mailed|written to|told)`
	wantNot   = `(?:don['’]?t|do not|never|not)(?: (?:really|ever|even))? (?:want|like|need|wish)`
	notTo     = `(?: (?:you|please|ever|even|dare|go|try|and|to|let|them|him|her|anyone|anybody|the|church|pastor))* ` + toCall
	forbidden = `^\W*(?:(?:please|pls|and|so|or|ok|okay|just|also|oh|no|hey|sorry|thanks|thank you|everyone|everybody|father|pastor) )*(?:you (?:must|should|may|can|are|had better) )?` +
		`(?:don['’]?t|do not|never|not)` + notTo
	unwished = wantNot + `(?: for)? (?:you|him|her|them|anyone|anybody|some(?:one|body)|people|(?:the|your) \pL+|pastor \pL+)(?: (?:or|and) \pL+)? (?:to )?(?:\pL+ )?` + toCall +
		`|(?:` + wantNot + `|rather not)(?: to)? be (?:\pL+ )?` + beCalled + `|` + wantNot + `(?: to get)?(?: any)?(?: more| phone)? (?:calls|texts|messages)|no (?:more )?(?:phone )?(?:calls|texts|messages) (?:please|at|to|on)` +
		`|(?:no ?one|nobody) (?:should |must |may |is to )?(?:call|phone|ring|text|contact|message)` +
		`|(?:don['’]?t|do not|never|not)(?: \pL+){0,2} (?:want|wanna|like|wish|going|gonna)(?: to)? (?:tell|share)(?: (?:this|it|that))?(?: with)?(?: (?:anyone|anybody|you|the|people|them|some(?:one|body))|$)`

	// Where it bids, the verb is in the subjunctive: "no me llamen", but "no me llaman".
	llamen = `(?:llam(?:en?|es|és)|marqu(?:en?|es)|us(?:en|es|e (?:el|est[ea]|es[ea]|mi))|habl(?:en?|es)|escrib(?:an?|as)|mand(?:en?|es)|contact(?:en?|es)|busqu(?:en?|es)|localic(?:en?|es)|ubiqu(?:en?|es)|` +
		`dig(?:an?|as)|den|cuent(?:en?|es)|contest(?:en?|es)|compart(?:an?|as)|avis(?:en?|es))`
	llamar    = `(?:llamar|marcar|usar|hablar|escribir|mandar|contactar|buscar|localizar|ubicar|decir|dar|contar|contestar|compartir|avisar)(?:me|nos|l[aeo]s?)?`
	prohibido = `(?:no|nunca|ni)(?: (?:quiero|quisiera|necesito|deseo|hace falta|es necesario|que|por favor|se|me|les?|las?|los?|nos|te|ustedes|usted|nadie))* ` + llamen +
		`|(?:no|nunca) (?:ll[aá]m|h[aá]bl|escr[ií]b|m[aá]rqu|b[uú]squ)(?:en|e|a)(?:me|nos)|nadie(?: (?:me|nos|les?|se))* ` + llamen +
		`|(?:no|nunca)(?: (?:me|nos|se|l[aeo]s?))? (?:vay[ao]n?|vayas|deben?|debes|pueden|puedes|hay que)(?: a)? ` + llamar +
		`|^\W*(?:(?:por favor|favor de|mejor|y|ok|bueno) )*(?:no|nunca) ` + llamar +
		`|no (?:quiero|quisiera|deseo|necesito)(?: recibir| tener)?(?: m[aá]s| ninguna| ning[uú]n)? (?:llamadas?|mensajes?|textos?)` +
		`|no (?:quiero|quisiera|deseo|voy a|pienso) (?:decir|contar|avisar|compartir)(?:l[aeo]s?)?(?: esto| nada)?(?:(?: a| con)? (?:nadie|ustedes|usted|la iglesia|el padre|el pastor)|$)`
)

var (
	clauseEnd = regexp.MustCompile(`(?i)[,.;!…\n—]| (?:but|pero) `)

	// bids begins to say how to reach the visitor, with or without a comma before it: "no puedo llamar llámenme al #".
	bids = regexp.MustCompile(`(?i) (?:(?:so(?: please)?|instead|please) (?:call|text|reach|contact|phone|ring) (?:me|us)|you (?:can|could|may) (?:call|text|reach|contact|phone|ring)|(?:my|the) (?:\pL+ )?` + phones + ` is|mi ` + phones + ` es|` +
		`(?:me )?pueden? (?:llamar|hablar|localizar|contactar)(?:me)?|(?:ll[aá]m|h[aá]bl|escr[ií]b|m[aá]rqu|cont[aá]ct|b[uú]squ|loc[aá]lic)(?:en|e|a)(?:me|nos))` + wordEnd)

	// negated ends what bids so is not said after.
	negated = regexp.MustCompile(`(?i)` + wordStart + `(?:don['’]?t|not|never|no|nunca)$`)

	// elsewhere is whom somebody else is not to call: that says nothing of the number.
	elsewhere = regexp.MustCompile(`(?i)` + wordStart + `(?:(?:call|text|contact|tell|send|involve)(?: for)?(?: the| an?)? (?:police|cops|ambulance|911|999|112|emergency|ice|cps|social services)|` +
		`(?:llam|mand|avis|dig|habl)\pL*(?: al?)?(?: la| una| el)? (?:polic[ií]a|ambulancia|911|112|migra|inmigraci[oó]n|emergencias))` + wordEnd)

	// refused says of the number in its own clause that it is not to be called, or in vain.
	refused = regexp.MustCompile(`(?i)` + wordStart + `(?:` + noCalling + `|` + noLlamar + `)` + wordEnd)

	// notToBe says of any number, in any clause, that nobody is to be called, or told.
	notToBe = regexp.MustCompile(`(?i)(?:` + forbidden + `|` + wordStart + `(?:` + unwished + `|` + prohibido + `))` + wordEnd)

	// runOn is a bidding not to call in the midst of a clause, with the word before it: "he checks my phone so don't call". Never is one behind
	// few words: "my kids moved away and never call".
	runOn = regexp.MustCompile(`(?i)(?:^|[^\pL'’])(?:((?:beg|begging|ask|asking|told|telling|rather|prefer) you|[\pL'’]+)(?: (?:really|just|still|also|usually|normally|often|even|simply))* (?:don['’]?t|do not)|(?:so|please|then|therefore) (?:just )?never)` +
		notTo + wordEnd)

	// youNot bids the church not to call by what would be better.
	youNot = regexp.MustCompile(`(?i)` + wordStart + `(?:sure|safer|better|best|important|hope|so|long as|prefer|glad|grateful)(?: if| that| it)? you (?:(?:really|just) )?(?:don['’]?t|do not)` + notTo + wordEnd)

	// callers are who do not call, where one of them stands before it: "they don't call any more", "why don't you call me?".
	callers = words.Set(`i we they he she you who that which why if kids children friends parents sisters brothers siblings sons daughters grandkids grandchildren nieces nephews cousins relatives family folks people
		others neighbors neighbours guys girls boys ones doctors nurses churches pastors priests`)

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
	clauses := clausesOf(message)
	at := len(clauses)
	for i, clause := range clauses {
		if bidding := elsewhere.ReplaceAllString(clause, ", "); notToBe.MatchString(bidding) || bidsNotTo(bidding) {
			return true
		}
		if at == len(clauses) && strings.Contains(clause, theContact) {
			at = i
			if refused.MatchString(clause) {
				return true
			}
		}
		if i > at && deniedAfter.MatchString(clause) && wordy(clause) {
			return true
		}
	}
	own := around(clauses, at)
	if _, after, _ := strings.Cut(own, theContact); denied.MatchString(own) || wordy(after) && deniedAfter.MatchString(after) {
		return true
	}
	return others.MatchString(own) && !theirs.MatchString(own)
}

// bidsNotTo reports whether a clause bids somebody not to call, without a comma before it. In doubt it does: who else answers may be who is feared.
func bidsNotTo(clause string) bool {
	return youNot.MatchString(clause) || slices.ContainsFunc(runOn.FindAllStringSubmatch(clause, -1), func(found []string) bool { return !callers[strings.ToLower(found[1])] })
}

// clausesOf are the clauses of a message, with a single blank between their words.
func clausesOf(message string) []string {
	message = strings.Join(strings.Fields(strings.ReplaceAll(message, "\n", " , ")), " ")
	var parted strings.Builder
	from := 0
	for _, at := range bids.FindAllStringIndex(message, -1) {
		if !negated.MatchString(message[:at[0]]) {
			parted.WriteString(message[from:at[0]] + ",")
			from = at[0]
		}
	}
	parted.WriteString(message[from:])
	clauses := clauseEnd.Split(parted.String(), -1)
	for i, clause := range clauses {
		clauses[i] = strings.TrimSpace(clause)
	}
	return clauses
}

// around is the clause at an index, with its neighbours where it has no words of its own.
func around(clauses []string, at int) string {
	if at < len(clauses) && !wordy(clauses[at]) {
		return strings.Join(clauses[max(0, at-1):min(len(clauses), at+2)], " ")
	}
	return strings.Join(clauses[at:min(len(clauses), at+1)], "")
}

func wordy(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }
