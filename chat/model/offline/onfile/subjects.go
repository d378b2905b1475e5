package onfile

import "regexp"

// subject is whom something is for, or what it is about: as visitors say it, and as churches write it.
type subject struct {
	asked *regexp.Regexp // in a folded question
	given *regexp.Regexp // in a folded text
	grave bool           // who asks for it is not sent to anything else
}

func both(asked, given string) subject {
	return subject{asked: regexp.MustCompile(`\b(?:` + asked + `)\b`), given: regexp.MustCompile(`\b(?:` + given + `)\b`)}
}

func grave(asked, given string) subject {
	s := both(asked, given)
	s.grave = true
	return s
}

// subjects are looked for in this order, and what one of them names is left out for the next.
var subjects = []subject{
	both(`trips?|pilgrimages?|outings?|excursion|peregrinacion|paseo`, `pilgrimage|trip|outing|excursion|peregrinacion|paseo`),
	both(`suppers?|dinners?|cenas?`, `suppers?|dinners?|cena`),
	both(`lunch(?:eons?)?|almuerzos?|comidas?`, `lunch|almuerzo|comida|tamales`),
	both(`breakfasts?|brunch|desayunos?`, `breakfast|desayuno`),
	both(`retreats?|retiros?`, `retreat|retiro`),
	both(`(?:young |new |single |stay at home )?(?:moms?|mothers?|mums?|mamas?|mamis?|madres?)(?: (?:and|y|&) (?:toddlers?|babies|baby|tots?|kids?|children))?|(?:parents|padres)(?: (?:of|with|and|con) (?:small |young |little )?(?:kids|children|toddlers|babies|ninos(?: pequenos)?))?|(?:small|little|young) (?:kids|children)|toddlers?|(?:moms|mums) and tots|ninos (?:pequenos|chiquitos)|(?:papas|mamas|padres) con ninos(?: \w+)?`,
		`mothers?|moms?|families with children|parents with|toddlers|children eat|for families|madres|mamas|padres de familia|ninos pequenos`),
	both(`couples?|marriages?|married(?: (?:couples|people))?|matrimonios?|parejas?|esposos`, `couples?|marriage|married|matrimonios?|parejas?`),
	both(`families|family|familias?`, `famil(?:y|ies)|familias?|every child needs`),
	both(`(?:young (?:adults?|people|professionals)|college (?:kids|students|age)?|students?|twenty ?somethings?|(?:in (?:my|their|our|there|his|her) |their )?(?:20s|twenties)|people my age|jovenes adultos|universitarios)`, `young adults?|18 to 30|students?|jovenes`),
	both(`(?:in (?:my|their|our|there) )?(?:30s|40s|thirties|forties)(?: (?:and|or) (?:40s|forties))?`, `thirties|forties`),
	both(`youth|teens?|teenagers?|teenage \w+|high ?school(?:ers)?|middle ?school(?:ers)?|jovenes|juvenil(?:es)?|adolescentes?|muchach[oa]s|hij[oa] de 1[3-9](?: anos)?|1[3-9] (?:year olds?|anos)`, `youth|teens?|teenagers?|jovenes|grades 6|juvenil`),
	both(`seniors?|senior citizens|elderly|older (?:people|folks|adults)|old (?:people|folks)|pensioners|retire(?:d|es)|(?:over|past) (?:60|65|70|sixty|sixty five|seventy)|7\d|8\d|adultos mayores|ancianos|tercera edad|abuel[oa]s|mayores`, `(?:over|people over) (?:seventy|65|sixty)|seniors?|elderly|adultos mayores|tercera edad`),
	both(`women|woman|ladies|lady|girls night|mujer(?:es)?|damas|senoras|hermanas`, `women|ladies|mujer(?:es)?|damas|hermanas`),
	both(`men|mens|guys only|hombres|varones|caballeros|dads|fathers|husbands`, `mens?|hombres|varones|caballeros`),
	grave(`gr(?:ief|iev\w+)|bereave\w*|mourning|lost (?:some(?:one|body)|(?:my|a|their|our) (?:\w+ )?(?:mother|father|mom|mum|mam|dad|husband|wife|son|daughter|brother|sister|baby|child|friend|partner|grand\w+|loved one|spouse|parents?))|loss of (?:a|my|our) \w+|(?:a|my|our) loss|widow\w*|duelo|luto|perdi\w* (?:a )?(?:un ser querido|mi \w+)|viud[oa]s?|(?:after|since) (?:my \w+ |a )?(?:died|death)`, `grief|bereave\w*|lost someone|after a death|duelo|luto`),
	grave(`aa|na|alcohol\w*|addict\w*|recovery|recovering (?:addicts?|alcoholics?|from (?:drugs?|drink\w*|alcohol|(?:an )?addiction))|drinking(?: problems?)?|sobriety|sober|drugs?|drogas|drogadict\w*|adiccion\w*|recuperacion|alcoholic[oa]s`, `recovery|addict\w*|adiccion\w*|recuperacion|alcohol\w*`),
	grave(`carers?|caregivers?|caregiving|(?:caring|care|cuid\w+) (?:for|of|a|de)(?: (?:my|a|un|una|their|mi|su))? (?:sick |old |elderly )?(?:\w+)|dementia|alzheimers?|look(?:ing)? after (?:my|a|an|their)(?: sick| elderly)? \w+|cuidadores`, `carers?|caring for|look after|dementia|cuidan`),
	grave(`divorce[ed]?|separated|divorciad[oa]s?|separad[oa]s|divorcio`, `divorc\w+|separad\w*`),
	both(`(?:new|exploring|thinking (?:of|about) becoming|thinking about|asking about|curious about|questions? about|becom\w+|interested in) (?:to )?(?:a )?(?:god|jesus|christianity|the (?:christian )?faith|faith|catholic\w*|christian|catholicism|the church)|rcia|ocia|alpha|enquirers?|inquirers?|converts?|beginners?|nuevos creyentes|nuevos en la fe`, `exploring (?:the )?(?:christian )?faith|asking about the faith|nuevos creyentes`),
	both(`(?:learn(?:ing)?|practi[cs]e|teach(?:ing)?|speak(?:ing)?|esl|aprender|practicar|ensenar)(?: (?:to speak|a hablar|some|the))? (?:english|ingles)|esl|english (?:classes|class|lessons?|practice|conversation)|clases de ingles|ingles`, `english practice|learning english|english tutor|english conversation|clases? de ingles|learners`),
	both(`(?:in |en )?(?:spanish|espanol|hispan\w+|latin[oa]s?)(?: speak\w+)?|habla hispana`, `spanish|espanol`),
	both(`(?:work(?:s|ing)?(?: the)? )?(?:night ?shifts?|nights(?: shifts?)?|shifts?|graveyard shift)|nurses?|turnos? de noche|de noche`, `nights or shifts|shifts|nurses`),
	both(`(?:the |your )?(?:kids?|children|childrens|little ones|ninos|ninas|babies|baby|nursery|sunday school|escuela dominical)`, `children|kids|babies|nursery|ninos`),
	both(`cook(?:s|ing)?|meals?|kitchen|bak(?:e|ing)|cocin\w+`, `cook|meals?|supper|cocin\w+`),
	both(`sound(?: desk| board| booth)?|tech\w*|av|slides|computers?|cameras?|audio|sonido`, `sound|slides|audio|sonido|tech`),
	both(`pantry|food bank|groceries|food|despensa`, `pantry|groceries|despensa`),
	both(`greet(?:er|ers|ing)?|ushers?|welcom(?:e|ing)|door|ujier(?:es)?`, `greeter|usher|ujier`),
	both(`driv(?:e|ers?|ing)|chofer(?:es)?|manejar`, `driver|drive|chofer|manejar`),
	both(`read(?:ers?|ing)?|lectors?|lectores|lector|leer`, `minister of the word|read at|reader|lector`),
	both(`flowers?|clean(?:ing|ers?)?|tidy(?:ing)?|flores|limpi\w+`, `cleaning|flowers|limpi\w+|flores`),
	both(`interpret(?:e|es|ers?|ing)|translat\w+|traduc\w+`, `interprete|interpretar|interpret\w*|traduc\w+`),
	both(`stewards?|reek`, `steward\w*|reek`),
	both(`teach(?:ers?|ing)?|tutors?|maestr[oa]s?|ensenar`, `tutors?|teach\w*|lead the|ayudante|maestr\w+|escuela`),
}
