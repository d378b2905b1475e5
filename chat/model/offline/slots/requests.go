package slots

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/words"
)

// The tools for what people of a church see to. Where the plan has none of them, a message is left.
const (
	appointing = "book_appointment"
	hiring     = "request_facility_use"
	stating    = "request_giving_statement"
	baptizing  = "request_baptism"
	hospital   = "request_hospital_visit"
	home       = "request_home_visit"
	feeding    = "request_meal_support"
	helping    = "request_practical_help"
	bereaved   = "report_bereavement"
)

const (
	asksFor = `\b(?:need|want|like|love|get|send|make|book|schedule|set up|can (?:i|we)|could (?:i|we)|may (?:i|we)|please|quiero|quisiera|queremos|necesito|necesitamos|ocupo|ocupamos|gustaria|puedo|podria|podemos|me (?:pueden?|podrian?)|nos (?:pueden?|podrian?)|mand\w+|envi\w+|sacar|hacer)\b`
	clergy  = `(?:the |a |our |your |el |la |al |un |con el |con la |con un )*(?:pastor\w*|father|fr|rev\w*|priest|minister|padre|sacerdote|parroco)\b`
	rooms   = `\b(?:hall|room|library|kitchen|gym|sanctuary|chapel|building|cent(?:re|er)|boathouse|salon|templo|cocina|biblioteca|edificio|capilla)\b`
	going   = `\b(?:visit\w*|see|go (?:in|up|over|by|to|see)|come|stop(?:ping)? (?:by|in)|pop in|look in|drop in|call in|ver(?:l[oa]s?|me)?|ir|vayan?|pas(?:ar|en|e)|vengan?|venir|vinieran?)\b`
	indoors = `\b(?:house ?bound|home ?bound|shut ?-?in|bed ?ridden|(?:can'?t|cannot|can not|unable to|not able to|no longer) (?:\w+ )?(?:get|go|leave|make it)\b.*\b(?:out|house|church|anymore|any more)|ya no (?:puedo|puede) (?:salir|caminar|ir)|no (?:puedo|puede) salir)\b`
	place   = `\b(?:(?:the|my|our|her|his|their) (?:house|home|place|apartment)|at home|(?:a|en|por) (?:mi|la|su|nuestra) casa|a domicilio|en casa)\b`
)

// atOnce is for people who are there day and night, and no wish for a time.
const atOnce = `|\b(?:right now|right away|now|tonight|urgent\w*|emergency|immediately|asap|ahora mismo|urgente\w*|ahorita)\b`

// requests are wishes that open a form, as soon as they are made.
var requests = []intent{
	{
		tool: appointing, form: true, contact: true,
		asked: regexp.MustCompile(asksFor + `.*\b(?:appointment|cita)\b|\b(?:need|want|wants|wanted|like|love|hoping|hope|can i|could i|may i|can we|could we|may we|wanna) (?:to )?(?:\w+ )?(?:see|talk (?:to|with)|speak (?:to|with)|meet(?: with)?|sit down with|chat with) ` + clergy + `|` +
			`\b(?:quiero|quisiera|queremos|necesito|ocupo|gustaria|puedo|podria|podriamos)(?: \w+){0,2} (?:hablar|platicar|reunirme|reunirnos|verme|ver) ` + clergy),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:doctor|dentist|medic\w+|court|abogad[oa]|lawyer)\b` + atOnce),
	},
	{
		tool: hiring, form: true, contact: true, dated: true,
		asked:  regexp.MustCompile(`\b(?:use|rent|book|reserve|get|have|hire|borrow|apartar|rentar|reservar|usar|ocupar|alquilar|presta(?:r|n|rian)?\w*)(?: [\w']+){0,4} ` + rooms),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:how much|cost|cuanto|wedding|married|boda|casar\w*|funeral|memorial|bath ?room|rest ?room|hospital|room (?:number|\d)|living room)\b`),
	},
	{
		tool: stating, form: true, contact: true,
		asked:  regexp.MustCompile(asksFor + `.*\b(?:(?:giving|contribution|donation|tax|tithing|tithe|year[ -]end) (?:statement|receipt|record|letter|summary)s?\b|(?:statement|record)s? of (?:my|our) (?:giving|gifts|contributions|donations|tithes)\b|(?:constancia|estado|recibo|comprobante|reporte|carta) (?:anual )?de (?:mis |las |nuestras )?(?:ofrendas|donaciones|donativos|diezmos|contribuciones)\b)`),
		unless: infoQuestion,
	},
}

// quiet are the wishes that open none: those that come with grief and need, and those that a church has something to say to first. They are
// answered as if they were no wish, and taken up when their visitor then says who they are.
var quiet = []intent{
	{
		tool: hospital, form: true, contact: true, quiet: true,
		asked:  regexp.MustCompile(`\b(?:hospital|icu|infirmary|nursing home|rehab|asilo)\b.*` + going + `|` + going + `.*\b(?:hospital|icu|infirmary|nursing home|rehab|asilo)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:communion|comunion|visiting hours|volunteer\w*)\b`),
	},
	{
		tool: home, form: true, contact: true, quiet: true,
		asked:  regexp.MustCompile(indoors + `.*` + going + `|` + going + `.*` + indoors + `|` + going + `(?: \w+){0,4} ` + place + `|\b(?:home visit|visita (?:a domicilio|en casa))\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:communion|comunion|hospital|party|group|grupo|come home|coming home|bless\w*|bendecir|bendiga)\b`),
	},
	{
		tool: feeding, form: true, contact: true, quiet: true,
		asked:  regexp.MustCompile(`\b(?:casserole (?:list|fleet|team)|meal (?:train|list|support|rota)|meals? (?:for|brought|delivered|dropped|after)\b|(?:bring|brings|bringing|get|have|deliver|drop off|send|cook)(?: \w+){0,3} (?:meals?|casseroles?|dinners?|suppers?)\b|(?:traer|llevar|mandar|preparar)(?:me|nos|le|les|la|lo)?(?: \w+){0,3} (?:comidas?|cenas?|de comer)\b)`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:pantry|despensa|groceries|help (?:cook|with cooking|bring)|i (?:can|could|would like to) (?:cook|bring)|potluck|call me|volunteer\w*|puedo (?:llevar|traer|cocinar))\b`),
	},
	{
		tool: helping, form: true, contact: true, quiet: true,
		asked:  regexp.MustCompile(`\b(?:(?:shut(?:ting)?|cut(?:ting)?|turn(?:ed|ing)?)(?: \w+){0,3} off|behind on|past due|can'?t (?:pay|afford|make)|cannot (?:pay|afford)|help(?: \w+){0,3} (?:with|paying|pay)|evict\w*|cort(?:ar|an|aron)\w*|no (?:puedo|podemos|alcanza|tengo para)(?: \w+){0,3} (?:pagar|la|el)|ayud\w+(?: \w+){0,3} (?:con|para|a pagar)|desaloj\w*)\b.*` + bills + `|` + bills + `.*\b(?:shut|cut|turned|behind|past due|can'?t|cannot|help|evict\w*|cort\w+|pagar|ayud\w+|desaloj\w*)\b`),
		unless: infoQuestion,
	},
	{
		tool: bereaved, form: true, contact: true, quiet: true,
		asked:  regexp.MustCompile(`\b` + person.Kin + `(?: \w+){0,3} (?:died|passed(?: away)?|has died|is dead|murio|fallecio)\b|\b(?:died|murio|fallecio|acaba de (?:morir|fallecer)) (?:mi|nuestr[oa]) \w+|\b(?:lost|perdi|perdimos a) (?:my|our|mi|nuestr[oa]) ` + person.Kin + `\b`),
		unless: regexp.MustCompile(`\b(?:years?|months?|decades?) ago\b|\blast (?:year|month|spring|summer|fall|autumn|winter)\b|\bhace (?:\w+ )?(?:anos?|mes(?:es)?)\b|\bel (?:ano|mes) pasado\b|\b(?:since|when|after|desde que|cuando)\b.*\b(?:died|passed|murio|fallecio)\b|\b(?:died|lost)\b.*\b(?:19|20)\d\d\b|\b(?:pray|group|grief|oren|grupo|duelo)\b`),
	},
	{
		tool: visiting, contact: true, quiet: true,
		asked:  regexp.MustCompile(`\b(?:` + comes + `)\b.*\b(?:sunday|service|mass|church|tomorrow|visit|domingo|culto|servicio|misa|iglesia|manana|conocer\w*)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:home|house|casa|hospital|communion|comulgar|comunion|confess\w*|retreat|retiro|lunch|supper|group|grupo)\b`),
	},
	{
		tool: baptizing, form: true, contact: true, quiet: true,
		asked: regexp.MustCompile(`\b(?:want|wanted|like|love|hope|hoping|ready|decided|thinking (?:about|of)|would like|id like|wed like|i'd like|we'd like)\b.*\b(?:bapti[sz]ed?|bapti[sz]ing|bapti[sz]m|christen\w*|dedicat(?:e|ed|ing|ion))\b|\b(?:can|could|may) (?:you|we|i|my \w+|our \w+)\b.*\b(?:bapti[sz]e|be bapti[sz]ed|get bapti[sz]ed|dedicate|christen)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|gustaria|deseo|deseamos|puedo|podemos|pueden|podrian)\b.*\b(?:bauti[sz]\w*|presentar (?:a|al) \w+)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:godparent|godmother|godfather|padrin[oa]s?|madrina|certificate|acta|certificado|fe de bautismo|watch|see (?:a|the))\b`),
	},
}

// comes is what somebody asks who may mean to visit.
const comes = `(?:can|could|may) (?:i|we|my \w+ and i) (?:just )?(?:come|visit|stop by|drop in|show up)|(?:puedo|podemos|podria|podriamos) (?:ir|pasar|venir|asistir|llegar|visitar\w*)`

const bills = `\b(?:rent|heat\w*|electric\w*|lights?|power|gas|oil|fuel|water|utilit\w+|bills?|mortgage|deposit|renta|luz|agua|recibos?|alquiler|hipoteca|calefaccion)\b`

// errands are what the office sees to, by a message.
var errands = []intent{
	{
		tool: leaving, errand: true, contact: true, opening: general[1].opening,
		asked: regexp.MustCompile(`\b(?:need|give|get|want|have)(?: (?:me|us|him|her|them|my \w+))? a (?:ride|lift) (?:to|on|for|from)\b|\b(?:van|bus|minibus|car|someone|somebody|anyone)\b.*\b(?:pick(?: \w+){0,2} up|fetch|collect)\b|\bpick (?:me|us|her|him|them|my \w+) up (?:on|for|at)\b|` +
			`\b(?:camioneta|van|autobus|camion|alguien|pueden|podrian|puede)\b.*\b(?:pas(?:ar|e|en) por|recog(?:er|an|a)\w*|llev(?:ar|en|e)(?:me|nos|l[oae]s?)? (?:al|a la|a su) (?:culto|iglesia|misa|servicio))\b`),
		unless: infoQuestion,
	},
	{
		tool: leaving, errand: true, contact: true, toSomebody: true, opening: general[1].opening,
		asked:  regexp.MustCompile(`^\W*(?:(?:hi|hello|please|pls|hola|por favor|can you|could you|would you)\W+)*(?:(?:tell|let) (?:pastor |father |fr |sister |miss |ms |mrs |mr )?\w+ (?:know )?(?:that |my |our |we |i |i'm |im |the |there )|(?:digale|dile|diganle|avisele|avisale|avisenle) a (?:la |el )?\w+(?: \w+)? que )`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:tell|let) (?:me|us|him|her|them|god|jesus|everyone|everybody|people)\b`),
	},
}

// quietOf is the quiet wish in a message that answers nothing, nil for none.
func quietOf(u dialogue.Utterance) *intent {
	if AskedIn(u.After) != "" || dialogue.ShowsCard(u.After) {
		return nil
	}
	folded := words.Fold(u.Text)
	for i := range quiet {
		if at := quiet[i].asked.FindStringIndex(folded); at != nil && !denying.MatchString(folded[:at[0]]) && !quiet[i].unless.MatchString(folded) {
			return &quiet[i]
		}
	}
	return nil
}

// requestOf is the wish that a message makes, quiet or not.
func requestOf(u dialogue.Utterance) *intent {
	if found := intentOf(u.Text); found != nil {
		return found
	}
	return quietOf(u)
}

// MayLeaveWord reports whether a message makes a quiet wish that can be taken up: its visitor is told how.
func MayLeaveWord(h *dialogue.History) bool {
	if len(h.Messages) == 0 || intentOf(h.Question) != nil {
		return false
	}
	found := quietOf(h.Messages[0])
	return found != nil && found.tool != bereaved && found.tool != visiting
}

// mostBefore is how many messages ago a wish may have been made that is taken up by who then says who they are.
const mostBefore = 4

// takenUp is the wish that somebody goes on with who says who they are, and how to reach them, though nothing was asked.
func takenUp(h *dialogue.History) (found *intent, since int) {
	before := h.Messages[0].After
	if invited := strings.Contains(before, h.TextsOf(before).Text("leave_word")); person.ContactAt(h.Question) == nil && !(invited && reply.TakesUp(h.Question)) {
		return nil, 0
	}
	for i, u := range h.Messages[1:min(len(h.Messages), mostBefore+1)] {
		before := h.Messages[i].After // what this message was answered
		if AskedIn(before) != "" || dialogue.ShowsCard(before) || passedOnIn(before) {
			return nil, 0
		}
		if told := intentOf(u.Text); told != nil && (told.joins() || told.form || told.errand) {
			return told, i + 1
		}
		if told := quietOf(u); told != nil {
			return told, i + 1
		}
	}
	return nil, 0
}

// addressed is for whom a message is that is to be told to somebody by name, "" for the office.
func (c Church) addressed(message string) string {
	if errand := &errands[len(errands)-1]; !errand.asked.MatchString(words.Fold(message)) {
		return ""
	}
	return c.addressee(message)
}

// addressee is the one of a church's people whom a message to somebody names, "" for nobody or several.
func (c Church) addressee(message string) (found string) {
	said := words.Set(strings.Join(strings.Fields(plainWords.ReplaceAllString(words.Fold(message), " ")), " "))
	for _, name := range c.Staff {
		for word := range words.Split(words.Fold(name)) {
			if len(word) < 3 || !said[word] || titled[word] {
				continue
			}
			if found != "" && found != name {
				return ""
			}
			found = name
		}
	}
	return found
}

var (
	plainWords = regexp.MustCompile(`[^\pL\d]+`)
	// titled are what several people are called.
	titled = words.Set("rev pastor father sister brother deacon the padre pastora hermana hermano don dona")
)
