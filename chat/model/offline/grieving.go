package offline

import "regexp"

const (
	kinOfMine  = `(?:mother|father|mom|mum|dad|husband|wife|son|daughter|brother|sister|baby|job|friend|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|child|boy|girl|fiance|grandson|granddaughter|grandchild|niece|nephew|partner|boyfriend|girlfriend|stepson|stepdaughter|stepfather|stepmother|twin|gran|granny|nana|mam|da)`
	parienteMi = `(?:mama|papa|madre|padre|mami|papi|espos[oa]|marido|mujer|hij[oa]|hijit[oa]|herman[oa]|herman[oa]s|abuel[oa]|abuelit[oa]|ti[oa]|prim[oa]|suegr[oa]|niet[oa]|sobrin[oa]|amig[oa]|novi[oa]|nin[oa]|bebe|comadre|compadre|cunad[oa])`
	veryMuch   = `(?:so |very |really |too )?`
	muchisimo  = `(?:muy |bien |tan |re |super |demasiado )?`
)

// grieving are the signs of somebody in trouble. A crisis is recognised before any model is asked.
var grieving = regexp.MustCompile(`\bmy (?:\w+ ){1,3}(?:died|passed away|is dying|has cancer|is in (?:the )?hospital|left me)\b|\b(?:i'?m|i am|i feel|feeling) ` + veryMuch + `(?:lonely|alone|sad|scared|afraid|depressed|heartbroken|grieving)\b|` +
	`(?:^|[.,;!?] |\b(?:and|but) )(?:i|we) (?:really |still |just |do |so )?miss (?:my|our) (?:late |dear )?` + kinOfMine + `(?:$|[^'\w])|\b(?:i'?m|i am) (?:now )?a widow(?:er)?\b|\bsince (?:the|his|her|my \w+'?s) (?:funeral|burial)\b|` +
	`\blost my (?:\w+ )?` + kinOfMine + `\b|\b(?:killed|murdered) my ` + kinOfMine + `\b|\b(?:my|our) (?:\w+ )?` + kinOfMine + `(?: \w+)? (?:(?:was|were|got|has been|have been) (?:just )?(?:killed|murdered|shot|stabbed)|(?:has |just )?(?:drowned|overdosed|(?:killed|hanged|shot) (?:him|her)self|took (?:his|her) (?:own )?life))\b|` +
	`(?:^|[.,;:!?] |\b(?:and|but) )(?:mom|mum|mam|mama|dad|da|daddy|mommy|granny|gran|nana|grandma|grandpa|granddad) (?:has |just |has just )?(?:died|is dying|passed(?: away| on)?(?: (?:this|last|on|in) \w+| yesterday| today| tonight|\W*$|[.,;]))|\bour (?:\w+ )?` + kinOfMine + ` (?:has |just )?(?:died|passed away|is dying)\b|` +
	`\b(?:buried|burying|bury) (?:my|our) (?:\w+ )?` + kinOfMine + `\b|\b(?:i|we|my (?:wife|daughter|sister)) (?:just |have |has |had )*(?:miscarried|(?:a|another) miscarriage)\b|\bstillborn\b|\bcancer (?:is back|has come back|came back|has spread|is terminal)\b|\blost our (?:\w+ )?` + kinOfMine + `\b|` +
	`\bmy ` + kinOfMine + ` (?:beats|hits|chokes|is beating|is hitting|hurts|threatens) me\b|\bmi ` + parienteMi + ` me (?:pega|golpea|maltrata|amenaza|lastima)\b|` +
	`\b(?:enterramos|enterre|sepultamos) a (?:mis?|nuestr[oa]s?) ` + parienteMi + `\b|\bmi ` + parienteMi + ` (?:se (?:me |nos )?)?(?:esta|anda) (?:muriendo|agonizando|muriendose)\b|\b(?:tuve|tuvimos|sufri|sufrimos) (?:un aborto|una perdida)\b|\bnacio muert[oa]\b|` +
	`\b(?:fallecio|murio) mi\b|\bmi \w+ (?:murio|fallecio|tiene cancer|esta en el hospital)\b|\bmi ` + parienteMi + ` (?:\w+ )?(?:se (?:me |nos )?)?(?:murio|fallecio|acaba de (?:morir|morirse|fallecer))\b|\b(?:acaba de|se me acaba de) (?:morir|fallecer) mi\b|` +
	`\b(?:perdi|perdimos|mataron|asesinaron) a (?:mis?|nuestr[oa]s?) ` + parienteMi + `\b|\b(?:a )?mi ` + parienteMi + ` (?:(?:me |nos )?l[oae] (?:mataron|asesinaron|balacearon|apunalaron)|se (?:suicido|ahogo|mato|ahorco|quito la vida)|fue asesinad[oa])\b|\b(?:me siento|estoy|ando) ` + muchisimo + `(?:sol[oa]|solit[oa]|triste|deprimid[oa])\b`)

// mourning is said of a death, and justNow where it was no time ago.
var (
	mourning = regexp.MustCompile(`\b(?:died|dead|death|(?:was|were|been|got) (?:just )?(?:killed|murdered)|(?:killed|hanged) (?:him|her)self|took (?:his|her) (?:own )?life|drowned|passed away|widow(?:ed|er)?|funeral|buried|grief|griev(?:e|ing)|mourn(?:ing)?|miss (?:him|her|(?:my|our) (?:\w+ )?` + kinOfMine + `)|lost (?:him|her|(?:my|our) (?:\w+ )?` + kinOfMine + `)|let (?:him|her|my (?:\w+ )?` + kinOfMine + `) die|` +
		`murio|fallecio|l[oae] (?:mataron|asesinaron)|se (?:suicido|ahogo|ahorco|quito la vida)|fue asesinad[oa]|muert[oa]|viud[oa]|entierro|enterramos|duelo|luto|extrano a mi|perdi a mi|perdimos a)\b`)
	justNow = regexp.MustCompile(`\b(?:died|passed away|murio|fallecio)(?: \w+){0,2} (?:last night|yesterday|today|tonight|this (?:morning|afternoon|evening)|(?:an hour|hours|minutes) ago|hoy|ayer|anoche|esta (?:manana|tarde|noche)|hace un rato)\b|\b(?:has|have|just|acaba de) (?:just )?(?:died|passed|morir|fallecer)\b`)
	// lament is a question that nobody expects an answer to from a church's documents.
	lament = regexp.MustCompile(`^\W*(?:(?:but|and|so|pero|y)\W+)?(?:why|how could|what did i do|por que|como pudo|que hice)\b`)
	// eager is who can hardly wait, and wants no comfort for it.
	eager = regexp.MustCompile(`\b(?:is |are |i'?m |am )?dying (?:to|for)\b|\b(?:me |nos |se )?(?:muer[oe]n?|morimos|(?:estoy|esta|anda|ando) muriendo) (?:de ganas|por)\b`)
	// wishing is what people ask for without a question: not to be listened to, nor prayed for.
	wishing = regexp.MustCompile(`\b(?:need|looking for|wondering (?:if|about|whether|what|when|how)|would like|i'?d like|want|wanted|quisiera|quiero|queremos|quisieramos|necesito|busco|me gustaria|nos gustaria|no se si) (?:an? |the |to |some |your |un[oa]? |el |la |ustedes )?(?:address|link|number|time|times|date|form|copy|information|info|mass|service|arrange|book|order|offer|have|reserve|request|give|donate|know|find|direccion|enlace|numero|horario|fecha|misa|informacion|encargar|ofrecer|pedir|reservar|saber|apartar|mandar decir|dar|ayudan?|ayuden)\b`)
	// whatNow asks no more than what comes next, or who to turn to: about what, stands before.
	whatNow = regexp.MustCompile(`^\W*(?:(?:so|and|but|ok|okay|i don't know|y|pero|no se)\W+)*(?:what (?:do|should|can|must) (?:i|we) do(?: now| next| first)?|what (?:happens )?(?:now|next|comes next)|who(?:m)? (?:do|should|can|would|must) (?:i|we) (?:ring|call|phone|contact|ask|tell|see|talk (?:to|with)|speak (?:to|with))(?: (?:now|first|about (?:that|it|this)))?|who to (?:call|ring|ask|tell)|` +
		`(?:ahora )?que (?:hago|hacemos|puedo hacer|debo hacer|sigue|pasa)(?: ahora| primero)?|y ahora que|a quien (?:llamo|llamamos|aviso|avisamos|le digo)|con quien (?:hablo|puedo hablar)(?: (?:de|sobre) (?:eso|esto))?)\W*$`)
	// whatFirst asks what is to be done, in the midst of a message, and forSomebody for a person to talk to or to come.
	whatFirst   = regexp.MustCompile(`\bwhat (?:do|should|must|can|happens) (?:i |we )?(?:(?:have|need|got) to |even )?(?:do|next|now|first|happens)\b|\bwhat to do\b|\bwho (?:do|should|must) (?:i|we) (?:call|ring|tell|phone|contact)\b|\bque (?:tengo que|tenemos que|debo|debemos|hay que|se) (?:hacer|hace)\b|\bque (?:hago|hacemos)\b|\ba quien (?:llamo|llamamos|aviso|avisamos)\b`)
	forSomebody = regexp.MustCompile(`\b(?:talk|speak) (?:to|with) (?:somebody|someone|anybody|anyone|a |the )?(?:pastor|priest|person|minister|father)?|\b(?:somebody|someone|anybody|anyone|(?:a|the|any) (?:pastor|priest|minister|father))\b.*\b(?:come|talk|call|pray|be with|speak|there|available|awake)\b|\b(?:need|want|get|reach|is there) (?:somebody|someone|anybody|anyone|(?:a|the) (?:pastor|priest|minister))\b|` +
		`\bhablar con (?:alguien|un|el|una|la)\b|\b(?:puede|podria) (?:venir|hablar|llamar\w*|acompanar\w*)\b|\bnecesito (?:hablar|a alguien|un pastor|un padre|al pastor|al padre)\b`)
	// atAnyHour gives the number of who is there day and night.
	atAnyHour = regexp.MustCompile(`(?i)(?:\b(?:pastor|priest|minister) on call\b|\bday (?:and|or) night\b|\bat any hour\b|\bde guardia\b|\ba cualquier hora\b|\bd[ií]a y noche\b).*\d{3}[ .-]\d{3,4}|\d{3}[ .-]\d{3,4}.*(?:\bday (?:and|or) night\b|\bat any hour\b|\bde guardia\b|\ba cualquier hora\b|\bd[ií]a y noche\b)`)
	// asking is a question in the midst of a message.
	asking = regexp.MustCompile(`\?|\b(?:is there|are there|can (?:i|we|you|he|she|they|his|her|somebody|someone)|could (?:i|we|you|somebody|someone)|may (?:i|we)|do (?:you|i|we)|does|what (?:time|do|does|is|are|should|happens)|who (?:do|does|is|can|should)|when (?:is|are|do|does|can)|where|how (?:do|does|can|much|many|long)|hay|puedo|podemos|pueden?|podrian?|donde|cuando (?:es|hay)|a que hora|como (?:puedo|hago))\b`)
	// ofDeath is what a church has written for when somebody has died, ofDying for before, and ofGrief for after.
	ofDeath = regexp.MustCompile(`(?i)\b(?:undertakers?|funeral directors?|pastor on call|priest on call|funerarias?)\b`)
	ofDying = regexp.MustCompile(`(?i)\b(?:sick-call|anointing|viaticum|dying|last rites|unción|moribund\w*)\b`)
	ofGrief = regexp.MustCompile(`(?i)\b(?:grief|griev\w+|bereave\w+|duelo|after a death)\b`)
)
