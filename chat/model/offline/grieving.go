package offline

import "regexp"

const (
	kinOfMine  = `(?:mother|father|mom|mum|dad|husband|wife|son|daughter|brother|sister|baby|job|friend|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|child|boy|girl|fiance)`
	parienteMi = `(?:mama|papa|madre|padre|mami|papi|espos[oa]|marido|mujer|hij[oa]|hijit[oa]|herman[oa]|herman[oa]s|abuel[oa]|abuelit[oa]|ti[oa]|prim[oa]|suegr[oa]|niet[oa]|sobrin[oa]|amig[oa]|novi[oa]|nin[oa]|bebe|comadre|compadre|cunad[oa])`
	veryMuch   = `(?:so |very |really |too )?`
	muchisimo  = `(?:muy |bien |tan |re |super |demasiado )?`
)

// grieving are the signs of somebody in trouble. A crisis is recognised before any model is asked.
var grieving = regexp.MustCompile(`\bmy (?:\w+ ){1,3}(?:died|passed away|is dying|has cancer|is in (?:the )?hospital|left me)\b|\b(?:i'?m|i am|i feel|feeling) ` + veryMuch + `(?:lonely|alone|sad|scared|afraid|depressed|heartbroken|grieving)\b|` +
	`\blost my (?:\w+ )?` + kinOfMine + `\b|\b(?:killed|murdered) my ` + kinOfMine + `\b|` +
	`\b(?:fallecio|murio) mi\b|\bmi \w+ (?:murio|fallecio|tiene cancer|esta en el hospital)\b|\bmi ` + parienteMi + ` (?:\w+ )?(?:se (?:me |nos )?)?(?:murio|fallecio|acaba de (?:morir|morirse|fallecer))\b|\b(?:acaba de|se me acaba de) (?:morir|fallecer) mi\b|` +
	`\b(?:perdi|perdimos|mataron|asesinaron) a (?:mis?|nuestr[oa]s?) ` + parienteMi + `\b|\b(?:me siento|estoy|ando) ` + muchisimo + `(?:sol[oa]|solit[oa]|triste|deprimid[oa])\b`)
