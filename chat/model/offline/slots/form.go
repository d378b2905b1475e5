package slots

import "regexp"

var (
	emailForm = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	phoneForm = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	nameForm  = regexp.MustCompile(`\b(?:(?i:my name is|my name's|i am|i'm|im|this is|me llamo|mi nombre es|soy))(?:\s+(?i:his|her|their|the|su|el|la) (?i:wife|husband|son|daughter|mother|mom|father|dad|sister|brother|niece|nephew|friend|aunt|uncle|espos[oa]|hij[oa]|mam[aá]|pap[aá]|madre|padre|herman[oa]|sobrin[oa]|t[ií][oa]|abuel[oa]|niet[oa]|amig[oa]|vecin[oa]|nuera|yerno|cuñad[oa]))?\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`)
)
