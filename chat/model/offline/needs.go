package offline

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/snippet"
	"narthex/chat/words"
)

// needs are what people lack: whoever says so is told of what the church has for it, not of what shares a word.
var needs = []struct{ asked, given *regexp.Regexp }{
	{regexp.MustCompile(`\b(?:hungry|starving|nothing to eat|no food|need food|feed (?:my|our)|cant afford (?:food|groceries)|no money for food|no tengo (?:que comer|comida)|tengo hambre|sin comida|para comer)\b|` +
		`\b(?:need|could use|looking for|where can i get|give out|hand out|help with|help (?:us|me|people) with|necesit[oa]\w*|busco|ocupo|me (?:pueden|podrian) dar|donde (?:dan|consigo)|ayud\w+ con|dan|regalan|reparten) (?:some |any |help with |free |algo de |ayuda con (?:la )?|un poco de |(?:alg)?una? |la )?(?:food|groceries|comida|despensas?|alimentos|viveres|mandado)\b`),
		regexp.MustCompile(`(?i)\b(?:groceries|food|pantry|despensas?|alimentos)\b`)},
	{regexp.MustCompile(`\bmeals?\b.*\b(?:baby|newborn|surgery|birth|died)\b|\b(?:baby|newborn|surgery|birth|died)\b.*\bmeals?\b`), regexp.MustCompile(`(?i)\bmeals to families\b|\bbrings? (?:meals|dinner)\b`)},
	{regexp.MustCompile(`\b(?:in (?:the )?hospital|housebound|shut[- ]?in|bedridden|surgery|en el hospital|enferm[oa])\b.*\b(?:see|visit|come|go|communion|ver|verl[oa]|visit\w+|ir)\b|\b(?:visit|see|visiten|visitar)\b.*\b(?:in (?:the )?hospital|housebound|enferm[oa])\b|` +
		`\b(?:somebody|someone|anybody|anyone|pastor|priest|father|fr|minister|deacon|you|they) (?:please |maybe )?(?:to )?(?:come (?:and |to |over and )?)?(?:visit|call on|look in on|(?:come|go) (?:and |to |by and |over and )?see) ` + kin + `|\b(?:visitar|visiten|visite|visita|(?:ir|vaya|vayan|fuera|fueran|venir|venga|vengan|pasar|pase|pasen) a ver) a (?:mi|nuestr[oa]) (?:\pL+ )?` + kinSpanish + `|\bvisits? for ` + kin + `|\b(?:visita|visiten) para mi ` + kinSpanish),
		regexp.MustCompile(`(?i)\bvisits? (?:at|in) the hospital\b|\bvisitan? a los enfermos\b|\bsick and housebound\b`)},
	{regexp.MustCompile(`\b(?:since|after|when) (?:my )?(?:\pL+ )?(?:mam|mum|mom|mother|dad|father|husband|wife|son|daughter|brother|sister|gran|granny|grandmother) (?:died|passed)\b.*|\b(?:someone|somebody|group|support|cope|talk)\b.*\b(?:died|passed away|murio|fallecio)\b|` +
		`\b(?:died|passed away|murio|fallecio)\b.*\b(?:group|support|cope|grupo|apoyo)\b|\blost (?:my|our) (?:\pL+ )?(?:mam|mum|mom|mother|dad|father|husband|wife|son|daughter|brother|sister|baby|gran|granny|grandmother|grandfather|friend)\b`), regexp.MustCompile(`(?i)\b(?:grief|bereavement|duelo|after a death)\b`)},
	{regexp.MustCompile(`\b(?:is dying|deathbed|last rites|se (?:me )?(?:esta muriendo|muere)|agoniza\w*)\b`), regexp.MustCompile(`(?i)\bsick-call\b|\bat any hour\b|\bday (?:and|or) night\b|\ba cualquier hora\b`)},
	{regexp.MustCompile(`\b(?:pay|afford|behind on|help with|cant|late on|pagar|ayud\w+ con)\b.*\b(?:rent|heat\w*|electric\w*|bills?|mortgage|fuel|oil|renta|luz|recibos?|funeral)\b|\bevict\w*|\bdesaloj\w*`),
		regexp.MustCompile(`(?i)\b(?:rent or|with rent|bills|heat or|funeral costs|la renta)\b`)},
	{regexp.MustCompile(`\b(?:undocumented|(?:no|without|any) papers|sin papeles|no (?:tengo|tenemos|tiene|tienen|trae|traigo) (?:mis |sus |los )?papeles|(?:mis|sus|nuestros) papeles|(?:quit\w+|venci\w+|pid\w+|arregl\w+|pedir) (?:\pL+ )?(?:los |mis |sus )?papeles|inmigracion|immigration|deport\w*|migra|asylum|asilo)\b`), regexp.MustCompile(`(?i)\b(?:abogad[oa]|migratoria|immigration|asylum)\b`)},
	{regexp.MustCompile(`\b(?:lonely|no friends|dont know (?:anybody|anyone)|muy sol[oa]|me siento sol[oa]|no tengo amigos)\b`), regexp.MustCompile(`(?i)^(?:small groups|casserole|golden|legion|damas|parish|grupos)`)},
	{regexp.MustCompile(`\b(?:relapsed?|drinking (?:himself|herself|too much|again)|drinks too much|addict\w*|alcoholic|toma mucho|drogas|dejar de beber)\b`), regexp.MustCompile(`(?i)\b(?:recovery|addiction|recuperaci[oó]n|adicci[oó]n)\b`)},
	{regexp.MustCompile(`\b(?:marriage is|my husband left|my wife left|mi matrimonio|getting divorced|separated)\b`), regexp.MustCompile(`(?i)\bmarriage (?:counsel|support)`)},
	{regexp.MustCompile(`\b(?:lost my job|sin trabajo|unemployed|homeless|sleeping in my car|sin casa)\b`), regexp.MustCompile(`(?i)\b(?:groceries|food, fuel|despensas?)\b`)},
}

var (
	// papersOfRite are what a church asks for who is to be baptised or married, or comes to something; lackingPapers is who has none.
	papersOfRite  = regexp.MustCompile(`\b(?:que|cuales|cuantos) papeles\b|\bpapeles\b.*` + rite + `|` + rite + `.*\bpapeles\b`)
	lackingPapers = regexp.MustCompile(`\b(?:sin|no (?:tengo|tenemos|tiene|tienen)) papeles\b`)
	// seeksHelpers is what is written for those who would help, not for those who lack something.
	seeksHelpers = regexp.MustCompile(`(?i)\b(?:we need|necesitamos|hacen falta)\b.*\b(?:helpers?|volunteers?|hands|voluntari[oa]s|manos)\b`)
	// weather is the heat that nobody has to pay for.
	weather = regexp.MustCompile(`\bcant (?:stand|take|bear|handle) (?:the |this )?heat\b`)
)

// The people whom somebody wants visited.
const (
	kin        = `(?:my|our) (?:\pL+ )?(?:mam|mum|mom|mother|dad|father|husband|wife|son|daughter|brother|sister|gran|granny|grandma|grandmother|grandpa|grandfather|aunt|uncle|neighbou?r|friend)\b`
	kinSpanish = `(?:mama|madre|papa|padre|esposo|esposa|hijo|hija|hermano|hermana|abuel[oa]|abuelit[oa]|ti[oa]|vecin[oa]|suegr[oa])\b`
)

const rite = `\b(?:bauti\w+|casar\w*|casamiento|boda|matrimonio|quince\w*|retiro|inscri\w+|registr\w+|comunion|confirmacion|catecismo)\b`

// inNeed answers who tells of a need, "" for others: with the ministry or the answer that the church has for it, else with a person.
func (b *briefing) inNeed() string {
	given := lacking(b.Question)
	if given == nil {
		return ""
	}
	if help := b.helpWith(given); help != "" {
		return b.say("sorry") + " " + help + " " + b.office()
	}
	return b.say("sorry_only") + " " + b.pastor()
}

// lacking is what a church has for the need that a message tells of, nil where it tells of none.
func lacking(message string) (given *regexp.Regexp) {
	folded := strings.ReplaceAll(words.Fold(message), "'", "")
	if papersOfRite.MatchString(folded) && !lackingPapers.MatchString(folded) {
		folded = strings.ReplaceAll(folded, "papeles", "")
	}
	folded = eager.ReplaceAllString(weather.ReplaceAllString(folded, ""), "")
	for _, need := range needs {
		if need.asked.MatchString(folded) {
			return need.given
		}
	}
	return nil
}

// helpWith is the answer or the ministry that is for something.
func (b *briefing) helpWith(given *regexp.Regexp) string {
	for _, t := range b.contents.Texts {
		if t.FAQ && given.MatchString(t.Content) && !seeksHelpers.MatchString(t.Content) {
			return snippet.Ended(snippet.WithoutYes(snippet.Clean(snippet.Shorten(t.Content))))
		}
	}
	for _, f := range b.contents.Facts {
		if (f.Label == "Ministry" || f.Label == "Pastor's availability") && given.MatchString(f.Value) {
			return b.withAbsences(f.Label, snippet.Ended(snippet.Clean(snippet.Shorten(f.Value))))
		}
	}
	return ""
}
