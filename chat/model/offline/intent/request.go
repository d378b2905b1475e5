package intent

import (
	"regexp"

	"narthex/chat/model/offline/person"
)

const (
	asksFor = `\b(?:need|looking for|me urgen?|requiero|solicito|want|like|love|get|send|make|book|schedule|set up|can (?:i|we)|could (?:i|we)|may (?:i|we)|please|quiero|quisiera|queremos|necesito|necesitamos|ocupo|ocupamos|gustaria|puedo|podria|podemos|me (?:pueden?|podrian?)|nos (?:pueden?|podrian?)|mand\w+|envi\w+|sacar|hacer)\b`
	clergy  = `(?:the |a |our |your |el |la |al |un |con el |con la |con un )*(?:pastor\w*|father|fr|rev\w*|priest|minister|padre|sacerdote|parroco)\b`
	rooms   = `\b(?:hall|room|library|kitchen|gym|sanctuary|chapel|building|cent(?:re|er)|boathouse|salon|templo|cocina|biblioteca|edificio|capilla)\b`
	going   = `\b(?:visit\w*|see|go (?:in|up|over|by|to|see)|come|stop(?:ping)? (?:by|in)|pop in|look in|drop in|call in|ver(?:l[oa]s?|me)?|ir|vayan?|pas(?:ar|en|e)|vengan?|venir|vinieran?)\b`
	indoors = `\b(?:house ?bound|home ?bound|shut ?-?in|bed ?ridden|(?:can'?t|cannot|can not|unable to|not able to|no longer) (?:\w+ )?(?:get|go|leave|make it)\b.*\b(?:out|house|church|anymore|any more)|ya no (?:puedo|puede) (?:salir|caminar|ir)|no (?:puedo|puede) salir)\b`
	place   = `\b(?:(?:the|my|our|her|his|their) (?:house|home|place|apartment)|at home|(?:a|en|por) (?:mi|la|su|nuestra) casa|a domicilio|en casa)\b`
)

// atOnce is for people who are there day and night, and no wish for a time.
const atOnce = `|\b(?:right now|right away|now|tonight|urgent\w*|emergency|immediately|asap|ahora mismo|urgente\w*|ahorita)\b`

// asksWhether is a question whether something is needed at all, which is answered.
const asksWhether = `|^\W*(?:(?:hi|hello|hola|and|but|so|y|pero|disculpe|perdon)\W+)*(?:(?:do|must|should|have|need) (?:i|we|you)\b|(?:is it|it's) (?:ok|okay|necessary|possible)\b|(?:tengo|tenemos) que\b|hay que\b|(?:se )?necesita\b|hace falta\b|es necesario\b|debo\b|debemos\b)|` +
	`\b(?:do i|do we|if i|if we|whether i|whether we|si) (?:need|have to|should|necesito|tengo que|hay que)\b|\b(?:without|sin) (?:an? |una? |making |making an |booking |booking an |hacer |sacar )*(?:appointment|cita)\b|^\W*necesito (?:\w+ )?cita para (?:confesar\w*|entrar|ir)\b`

// missed is said of an appointment that somebody has, and does not keep as it is.
const missed = `|\b(?:cancel\w*|resched\w*|postpone|miss(?:ed|ing)?|change (?:my|our|the)|move (?:my|our|the)|(?:can'?t|cannot|can not|won'?t|will not|unable to|not able to|be able to) (?:make|come|keep|be)|cambiar(?:le)? (?:de |la |mi |nuestra )|mover|posponer|anular|reprogramar|no (?:puedo|podre|podremos|podemos|voy a poder|vamos a poder) (?:ir|llegar|asistir|venir))\b`

// requests are wishes that open a form, as soon as they are made.
var requests = []Intent{
	{
		Tool: Appointing, Form: true, Contact: true,
		asked: regexp.MustCompile(asksFor + `.*\b(?:appointment|cita)\b|\b(?:need|want|wants|wanted|like|love|hoping|hope|can i|could i|may i|can we|could we|may we|wanna) (?:to )?(?:\w+ )?(?:see|talk (?:to|with)|speak (?:to|with)|meet(?: with)?|sit down with|chat with) ` + clergy + `|` +
			`\b(?:quiero|quisiera|queremos|necesito|ocupo|gustaria|puedo|podria|podriamos)(?: \w+){0,2} (?:hablar|platicar|reunirme|reunirnos|verme|ver) ` + clergy),
		unless: regexp.MustCompile(infoQuestion.String() + `|\bwhen (?:is|are|can|could|does|do|would) |\bcuando (?:esta|puede|pueden|atiende|recibe)\b|\b(?:doctor|dentist|medic\w+|court|abogad[oa]|lawyer|chemo\w*|dialysis|oncolog\w*|surgeon|clinic|immigration|inmigracion|migra\w*|(?:hospital|eye) appointment|cita (?:en|del) (?:el )?hospital)\b` + atOnce + asksWhether + missed),
	},
	{
		Tool: Hiring, Form: true, Contact: true, dated: true,
		asked:  regexp.MustCompile(`\b(?:use|rent|book|reserve|(?:get|have) (?:the|your|a)|hire|borrow|apartar|rentar|reservar|usar|ocupar|alquilar|presta(?:r|n|rian)?\w*)(?: [\w']+){0,4} ` + rooms),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:how much|cost|cuanto|wedding|married|boda|casar\w*|funeral|memorial|bath ?room|rest ?room|hospital|room (?:number|\d)|(?:living|emergency|waiting|recovery|delivery|operating|birthing) room|(?:a|an|one|una) (?:mass|misa)|elevator|ramp|park(?:ing)?|elevador|rampa|estacionamiento)\b` + asksWhether),
	},
	{
		Tool: stating, Form: true, Contact: true,
		asked:  regexp.MustCompile(asksFor + `.*\b(?:(?:giving|contribution|donation|tax|tithing|tithe|year[ -]end) (?:statement|receipt|record|letter|summary)s?\b|(?:statement|record)s? of (?:my|our) (?:giving|gifts|contributions|donations|tithes)\b|(?:constancia|estado|recibo|comprobante|reporte|carta) (?:anual )?de (?:mis |las |nuestras )?(?:ofrendas|donaciones|donativos|diezmos|contribuciones)\b)`),
		unless: regexp.MustCompile(infoQuestion.String() + asksWhether),
	},
}

// quiet are the wishes that open none: those that come with grief and need, and those that a church has something to say to first. They are
// answered as if they were no wish, and taken up when their visitor then says who they are.
var quiet = []Intent{
	{
		Tool: hospital, Form: true, Contact: true, Quiet: true,
		asked:  regexp.MustCompile(`\b(?:hospital|icu|infirmary|nursing home|rehab|asilo)\b.*` + going + `|` + going + `.*\b(?:hospital|icu|infirmary|nursing home|rehab|asilo)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:communion|comunion|visiting hours|volunteer\w*)\b`),
	},
	{
		Tool: home, Form: true, Contact: true, Quiet: true,
		asked:  regexp.MustCompile(indoors + `.*` + going + `|` + going + `.*` + indoors + `|` + going + `(?: \w+){0,4} ` + place + `|\b(?:home visit|visita (?:a domicilio|en casa))\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:communion|comunion|hospital|party|group|grupo|come home|coming home|bless\w*|bendecir|bendiga)\b`),
	},
	{
		Tool: feeding, Form: true, Contact: true, Quiet: true,
		asked:  regexp.MustCompile(`\b(?:casserole (?:list|fleet|team)|meal (?:train|list|support|rota)|meals? (?:for|brought|delivered|dropped|after)\b|(?:bring|brings|bringing|get|have|deliver|drop off|send|cook)(?: \w+){0,3} (?:meals?|casseroles?|dinners?|suppers?)\b|(?:traer|llevar|mandar|preparar)(?:me|nos|le|les|la|lo)?(?: \w+){0,3} (?:comidas?|cenas?|de comer)\b)`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:pantry|despensa|groceries|help (?:cook|with cooking|bring)|i (?:can|could|would like to) (?:cook|bring)|potluck|call me|volunteer\w*|puedo (?:llevar|traer|cocinar))\b|\b(?:i|we)(?:'?d| would|'?ll| will) (?:like|love|be happy|be glad) to (?:cook|bring|send|make|deliver)\b|\b(?:quiero|quisiera|queremos|podemos) (?:llevar|traer|preparar|mandar)\b`),
	},
	{
		Tool: helping, Form: true, Contact: true, Quiet: true,
		asked:  regexp.MustCompile(`\b(?:(?:shut(?:ting)?|cut(?:ting)?|turn(?:ed|ing)?)(?: \w+){0,3} off|behind on|past due|can'?t (?:pay|afford|make)|cannot (?:pay|afford)|help(?: \w+){0,3} (?:with|paying|pay)|evict\w*|cort(?:ar|an|aron)\w*|no (?:puedo|podemos|alcanza|tengo para)(?: \w+){0,3} (?:pagar|la|el)|ayud\w+(?: \w+){0,3} (?:con|para|a pagar)|desaloj\w*)\b.*` + bills + `|` + bills + `.*\b(?:shut|cut|turned|behind|past due|can'?t|cannot|help|evict\w*|cort\w+|pagar|ayud\w+|desaloj\w*)\b`),
		unless: infoQuestion,
	},
	{
		Tool: LeaveMessage, Errand: true, Contact: true, Quiet: true, opening: general[1].opening,
		asked: regexp.MustCompile(ride + `|\b(?:van|bus|minibus|car)\b.*\b(?:pick(?: \w+){0,2} up|fetch|collect)\b|\b(?:someone|somebody|anyone)\b.*\b(?:pick ` + fetched + ` up|(?:pick up|fetch|collect) ` + fetched + `)\b|\bpick (?:me|us|her|him|them|my \w+) up (?:on|for|at)\b|` +
			`\b(?:camioneta|van|autobus|camion|alguien|pueden|podrian|puede)\b.*\b(?:pas(?:ar|e|en) por|recog(?:er|an|a)\w*|llev(?:ar|en|e)(?:me|nos|l[oae]s?)? (?:al|a la|a su) (?:culto|iglesia|misa|servicio))\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|` + emergency + `|\b(?:else|sunday school|nursery|class(?:es)?|preschool|kids'? (?:church|ministry)|food|box(?:es)?|groceries|tickets?|certificates?|keys?|otra persona|alguien mas|escuela dominical|guarderia|clases?|catecismo|catequesis|despensa|comida|cajas?|boletos?|actas?|llaves?)\b`),
	},
	{
		Tool: Bereaved, Form: true, Contact: true, Quiet: true,
		asked: regexp.MustCompile(`\b` + person.Kin + `(?: \w+){0,3} (?:died|passed(?: away)?|has died|is dead|murio|fallecio)\b|\b(?:died|murio|fallecio|acaba de (?:morir|fallecer)) (?:mi|nuestr[oa]) \w+|\b(?:lost|perdi|perdimos a) (?:my|our|mi|nuestr[oa]) ` + person.Kin + `\b`),
		unless: regexp.MustCompile(`\b(?:years?|months?|decades?) ago\b|\blast (?:year|month|spring|summer|fall|autumn|winter)\b|\bhace (?:\w+ )?(?:anos?|mes(?:es)?)\b|\bel (?:ano|mes) pasado\b|\b(?:since|when|after|desde que|cuando)\b.*\b(?:died|passed|murio|fallecio)\b|\b(?:died|lost)\b.*\b(?:19|20)\d\d\b|\b(?:pray|group|grief|oren|grupo|duelo)\b|\b(?:son of god|god (?:sent|gave) his|hijo de dios)\b|` +
			`\bpassed (?:(?:his|her|their|all|me|us|out|by|along|your)\b|(?:the|a|an) (?:\w+ )?(?:exam|test|bar|boards?|class|course|audition)\b)`),
	},
	{
		Tool: Visiting, Contact: true, Quiet: true,
		asked:  regexp.MustCompile(`\b(?:` + comes + `)\b.*\b(?:sunday|service|mass|church|tomorrow|visit|domingo|culto|servicio|misa|iglesia|manana|conocer\w*)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:home|house|casa|hospital|communion|comulgar|comunion|confess\w*|retreat|retiro|lunch|supper|group|grupo)\b`),
	},
	{
		Tool: baptizing, Form: true, Contact: true, Quiet: true,
		asked: regexp.MustCompile(`\b(?:want|wanted|like|love|hope|hoping|ready|decided|thinking (?:about|of)|would like|id like|wed like|i'd like|we'd like)\b.*\b(?:bapti[sz]ed?|bapti[sz]ing|bapti[sz]m|christen\w*|dedicat(?:e|ed|ing|ion))\b|\b(?:can|could|may) (?:you|we|i|my \w+|our \w+)\b.*\b(?:bapti[sz]e|be bapti[sz]ed|get bapti[sz]ed|dedicate|christen)\b|` +
			`\b(?:quiero|quisiera|queremos|quisieramos|gustaria|deseo|deseamos|puedo|podemos|pueden|podrian)\b.*\b(?:bauti[sz]\w*|presentar (?:a|al) \w+)\b`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:godparent|godmother|godfather|padrin[oa]s?|madrina|certificate|acta|certificado|fe de bautismo|watch|see (?:a|the))\b`),
	},
}

// comes is what somebody asks who may mean to visit.
const comes = `(?:can|could|may) (?:i|we|my \w+ and i) (?:just )?(?:come|visit|stop by|drop in|show up)|(?:puedo|podemos|podria|podriamos) (?:ir|pasar|venir|asistir|llegar|visitar\w*)`

const (
	ride      = `\b(?:need|give|get|want|have)(?: (?:me|us|him|her|them|my \w+))? a (?:ride|lift) (?:to|on|for|from)\b`
	emergency = `\b(?:hospital|emergency room|er|urgencias)\b`
	// fetched are whom people fetch, and not what.
	fetched = `(?:me|us|him|her|them|(?:my|our) (?:\w+ )?` + person.Kin + `)`
)

const bills = `\b(?:rent|heat\w*|electric\w*|lights?|power|gas|oil|fuel|water|utilit\w+|bills?|mortgage|deposit|renta|luz|agua|recibos?|alquiler|hipoteca|calefaccion)\b`

// errands are what the office sees to, by a message.
var errands = []Intent{
	{
		Tool: LeaveMessage, Errand: true, Contact: true, opening: general[1].opening, dated: true,
		asked:  regexp.MustCompile(ride + `.*` + emergency),
		unless: regexp.MustCompile(infoQuestion.String() + atOnce + `|\b(?:today|hoy)\b`),
	},
	{
		Tool: LeaveMessage, Errand: true, Contact: true, ToSomebody: true, opening: general[1].opening,
		asked:  regexp.MustCompile(`^\W*(?:(?:hi|hello|please|pls|hola|por favor|can you|could you|would you)\W+)*(?:(?:tell|let) (?:pastor |father |fr |sister |miss |ms |mrs |mr )?\w+ (?:know )?(?:that |my |our |we |i |i'm |im |the |there )|(?:digale|dile|diganle|avisele|avisale|avisenle) a (?:la |el )?\w+(?: \w+)? que )`),
		unless: regexp.MustCompile(infoQuestion.String() + `|\b(?:tell|let) (?:me|us|him|her|them|god|jesus|everyone|everybody|people)\b`),
	},
}
