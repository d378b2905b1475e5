package crisis

import (
	"regexp"
	"strings"
)

// testified gives what is left of a finding in a message that tells what nearly ended long ago and what its visitor is today. Of a suicide that was
// tried nothing is left where all of the rest tells of that life, and a question where something of it may be present; of abuse, that it is
// past and to be asked about. All of it is left where anything may be going on, its visitor may be a child, or people of a church did it.
func (g *gate) testified(m *model, f Finding, signs, before uint64, message string) (Finding, bool) {
	said := plain(message)
	switch {
	case f.About != Self || f.ByClergy || f.Minor || f.Now:
		return f, true
	case (signs|before)&(g.minor|g.still|g.habit) != 0, ageOfChild.MatchString(said), goesOnForm.MatchString(said):
		return f, true
	}
	switch f.Category {
	case Abuse, ChildAtRisk:
		if !doneNow.MatchString(said) && !atHome.MatchString(said) && g.outlived(m, f, message) {
			f.Past, f.Unsure = true, true
		}
	case Suicide, SelfHarm, Despair:
		return g.survived(m, f, signs, message)
	}
	return f, true
}

// survived gives what is left of a suicide, or the like, that was tried long ago.
func (g *gate) survived(m *model, f Finding, signs uint64, message string) (Finding, bool) {
	told, asked := false, signs&g.relapse != 0
	var rest []string
	for _, clause := range clausesOf(message) {
		left := tried.ReplaceAllString(clause, " ")
		signs := g.signsIn(clause)
		switch over := left != clause && signs&g.longOver != 0; {
		case wishForm.MatchString(noWish.ReplaceAllString(left, " ")), heavy.MatchString(left), left != clause && !over, !over && means.MatchString(clause):
			return f, true
		case over:
			told = true
		case signs&(g.restored|g.relapse) == 0 && !toTell.MatchString(clause) && len(strings.Fields(clause)) > fewWordsOfLife:
			return f, true
		}
		rest = append(rest, left)
	}
	if !told {
		return f, true
	}
	for _, left := range append(rest, strings.Join(rest, ". ")) {
		a := g.assess(m, left, nil)
		if a.Found && !a.Finding.Unsure {
			return f, true
		}
		asked = asked || a.Found
	}
	f.Unsure = true
	return f, asked
}

// outlived reports whether every clause of a message tells of abuse that is over, or of the life of today.
func (g *gate) outlived(m *model, f Finding, message string) bool {
	told := f.Past
	for _, clause := range clausesOf(message) {
		signs := g.signsIn(clause)
		over := signs&(g.longOver|g.past) != 0
		told = told || signs&g.longOver != 0 && suffered.MatchString(clause)
		switch {
		case wishForm.MatchString(noWish.ReplaceAllString(clause, " ")), heavy.MatchString(clause), means.MatchString(clause):
			return false
		case over:
			continue
		case signs&g.restored == 0 && len(strings.Fields(clause)) > fewWordsOfLife, g.assess(m, clause, nil).Found:
			return false
		}
	}
	return told
}

// signsIn gives the signs in a text by itself.
func (g *gate) signsIn(text string) uint64 {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	return g.signsOf([]string{text}, s)
}

// fewWordsOfLife is how long a clause is that may say anything of a life of today, "whole and grateful", "a deacon".
const fewWordsOfLife = 3

var (
	// ageOfChild is an age that somebody gives as theirs.
	ageOfChild = regexp.MustCompile(`\b(?:i am|i'?m|im)(?: now| only| just| still| almost)? (?:[6-9]|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)\b|` +
		`\btengo(?: solo| apenas| ya| ahora)? (?:[6-9]|1[0-7]|once|doce|trece|catorce|quince|dieciseis|diecisiete)\b`)

	// goesOnForm is a span of time that reaches to today, or a time so near.
	goesOnForm = regexp.MustCompile(`\b(?:since|desde|(?:for|over|more than) (?:\w+ ){0,3}(?:years|decades)|hace (?:\w+ ){1,3}(?:anos|decadas|tiempo) que|tonight|esta noche|hours?|minutes?|days ago|the other day|weeks?|months?|this|yesterday|ayer|anoche|hace (?:\w+ ){1,2}(?:horas?|minutos?|dias?|semanas?|mes|meses)|esta|este|right now|ahora mismo|every|cada|todos los|todas las)\b`)

	// tried is what somebody did, or nearly did, to their life.
	tried = regexp.MustCompile(`\b(?:(?:i )?(?:tried|attempted|planned|was (?:going|about|ready)) to (?:kill|hang|end|take|overdose|die|commit|drown|shoot|jump|cut|hurt)(?: (?:myself|my (?:own )?life|it all|off|suicide))*|attempted suicide|` +
		`(?:i )?(?:nearly|almost) (?:killed|ended|took|died|hanged|hung|jumped|committed|overdosed|drowned|shot)(?: (?:myself|my (?:own )?life|it all|suicide|by suicide))*|(?:i )?overdosed|(?:i )?took an overdose|` +
		`(?:i )?was (?:once |very |really )?suicidal|(?:i )?wanted to (?:die|kill myself|end (?:my life|it all))|(?:i )?(?:cut|burned) myself|` +
		`(?:intente|trate de|quise|queria|estuve a punto de|pense en) (?:quitarme la vida|suicidarme|matarme|morir(?:me)?|acabar con mi vida|ahorcarme|colgarme|tirarme)|` +
		`casi me (?:mato|mate|muero|suicido|suicide|quito la vida|quite la vida)|me (?:quise|intente) (?:matar|suicidar|morir|ahorcar|quitar la vida)|me (?:tome|trague) (?:\w+ ){0,2}(?:pastillas|pildoras)(?: para morir(?:me)?)?|me (?:cortaba|corte)(?: los brazos| las venas)?)\b`)

	// wishForm is a wish, or what is done or about to be.
	wishForm = regexp.MustCompile(`\b(?:(?:want|wants|wanna|going|gonna|need|plan|ready|about|have|rather) to|wanna|gonna|will|won'?t|i'?ll|shall|might|wish|thinking|think|thoughts|suicidal|done|goodbye|bye|again|same|can'?t|cannot|can not|quiero|quisiera|voy a|vamos a|ganas|deseo|pienso|planeo|pensando|` +
		`puedo|adios|otra vez|de nuevo|mism[ao]s?)\b|\b(?:[a-z]+ing|[a-z]+iendo|[a-z]+ando|[a-z]+(?:ando|iendo)me)\b`)

	// noWish are words that only look like that.
	noWish = regexp.MustCompile(`\b(?:was (?:going|about|ready) to|morning|evening|something|nothing|everything|anything|during|sing|bring|king|blessing|sharing|cuando|siendo|puedo (?:contarlo|contar|compartirlo|compartir|dar)|(?:quiero|quisiera) (?:contarlo|compartirlo|compartir|dar|servir|ayudar))\b`)

	// toTell asks whether it may be told, or whether one may help.
	toTell = regexp.MustCompile(`\b(?:puedo|podria|quiero|quisiera|can i|could i|may i) (?:contarlo|contar (?:mi|esta) historia|compartirlo|share (?:it|my story|this)|tell (?:it|my story))\b|\b(?:do you need|need|looking for) (?:any |more )?(?:facilitators|volunteers|helpers|leaders)\b|\b(?:necesitan|buscan) (?:facilitador|voluntari|ayuda)`)

	// heavy is what nobody says of a life that is well, and all that is denied.
	heavy = regexp.MustCompile(`\b(?:ends?|last|finally|enough|tired|pointless|useless|worthless|burden|alone|hopeless|worse|better off|deserves?|than me|without|no one|nobody|not|no|never|nothing|[a-z]+n't|dont|cant|wont|isnt|` +
		`nadie|nunca|nada|sin|tampoco|cansad[ao]|carga|sol[ao]|peor|fin|basta)\b`)

	// means is what a life is ended with.
	means = regexp.MustCompile(`\b(?:pills?|rope|noose|gun|pistol|rifle|knife|razor|blades?|bridge|meds|bottle|note|letter|will|pastillas?|pildoras?|soga|cuerda|pistola|arma|cuchillo|navaja|puente|veneno|carta)\b`)

	// suffered is what was done to somebody, and is over.
	suffered = regexp.MustCompile(`\b(?:was|were|got) (?:\w+ )?(?:raped|molested|abused|assaulted|beaten)\b|\b(?:me|nos) (?:violaron|abusaron|golpearon)\b|\bfui (?:violad|abusad|golpead)[ao]\b`)

	// doneNow is what is done to somebody.
	doneNow = regexp.MustCompile(`\b(?:hits|beats|rapes|touches|hurts|chokes|kicks|slaps|punches|threatens|abuses|molests|strangles|forces|makes|keeps|locks|controls|comes|gets|does|` +
		`golpean?|pegan?|violan?|tocan?|maltratan?|amenazan?|abusan?|obligan?|insultan?|encierran?|controlan?|lastiman?|hacen?|sigue|[a-z]+ing|[a-z]+(?:ando|iendo)(?:me|nos))\b`)

	// atHome is who may still be there.
	atHome = regexp.MustCompile(`\b(?:husband|wife|boyfriend|girlfriend|partner|spouse|fiancee?|esposo|esposa|marido|mujer|novio|novia|pareja)\b`)
)

// clauses ends a clause wherever one may end.
var clauses = strings.NewReplacer(".", "\n", "!", "\n", "?", "\n", ";", "\n", ",", "\n", ":", "\n", "…", "\n", " but ", "\nbut ", " and today ", "\ntoday ", " and now ", "\nnow ", " and i ", "\ni ", " pero ", "\npero ", " y hoy ", "\nhoy ", " y ahora ", "\nahora ", " hoy ", "\nhoy ")

// clausesOf gives the clauses of a message, plain.
func clausesOf(message string) (all []string) {
	for clause := range strings.SplitSeq(clauses.Replace(strings.ToLower(message)), "\n") {
		if clause = plain(clause); clause != "" {
			all = append(all, clause)
		}
	}
	return all
}
