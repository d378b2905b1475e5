package offline

import (
	"regexp"
	"strings"

	"narthex/chat/assent"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// smallTalk answers what is no question about the church.
func (b *briefing) smallTalk() string {
	said := term.WordsIn(b.Question)
	switch {
	case thanksIn(said), blessesIn(said) && len(b.Messages) > 1:
		return b.say("thanks")
	case greetsIn(said), blessesIn(said):
		return b.say("greeting")
	case partsUntil.MatchString(strings.Join(said, " ")):
		return b.say("see_you")
	case assent.Notes(b.Question):
		return b.say("thanks")
	case askingWhoIAm.MatchString(strings.Join(said, " ")):
		return b.say("who_i_am")
	}
	return ""
}

// What people say who greet, thank and part, and nothing else: one telling word, and others that may stand besides it.
var (
	greeting = words.Set(`hi hello hey howdy greetings morning afternoon evening hola saludos buenos buenas buen tal onda`)
	thanking = words.Set(`thank thanks thx bye goodbye gracias adios chao`)
	blessing = words.Set(`bless blessings blessed bendiga bendigan bendiciones bendicion amen`)
	besides  = words.Set(`ok okay good great perfect lovely wonderful very much so a lot you your for everything all the help your kind there to and again well day night too god lord us our dear
		brother brothers sister sisters friend friends pastor father everyone folks
		muchas muchisimas mil muy amable amables perfecto bien bueno buena por todo todos la ayuda su tu que dia dias tarde tardes noche noches le les lo los te a usted ustedes y dios senor jehova
		hermano hermana hermanos hermanas hermanito hermanita padre pastora igualmente hasta luego pronto manana nos vemos se cuide cuidese de verdad ya si no`)
)

// onlySaid reports whether words are of a kind, but for those that may stand besides it.
func onlySaid(said []string, telling map[string]bool) (only bool) {
	for _, word := range said {
		if telling[word] {
			only = true
		} else if !besides[word] && !blessing[word] && !greeting[word] {
			return false
		}
	}
	return only
}

func thanksIn(said []string) bool  { return onlySaid(said, thanking) }
func blessesIn(said []string) bool { return onlySaid(said, blessing) }
func greetsIn(said []string) bool  { return onlySaid(said, greeting) }

// partsUntil is said by who will come: on a day, or whenever.
var partsUntil = regexp.MustCompile(`^(?:(?:ok|okay|great|perfect|sounds good|cool|alright|thanks|thank you|yes|well|gracias|bueno|si|perfecto|muy bien|sale|ok|pues|entonces) )*(?:see (?:you|ya|yall|ye|you all)(?: guys| all)?(?: then| there| soon| later)?|(?:alla )?nos vemos(?: alla| ahi| entonces| luego| pronto)?|(?:los|le|les) veo|ahi nos vemos)` +
	`(?: (?:(?:on|this|next|el|este|proximo) )*(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|tomorrow|tonight|domingo|lunes|martes|miercoles|jueves|viernes|sabado|manana))?(?: (?:morning|evening|night|then|entonces|por la manana|en la (?:manana|noche)|thanks|thank you|gracias|god bless|dios (?:le|los|la|les) bendiga|primero dios|si dios quiere|god willing))*$`)

var askingWhoIAm = regexp.MustCompile(`\b(?:are you|is this) (?:an? |really )?(?:ai|bot|robot|computer|machine|human|real person|person|chatbot)\b|^(?:who|what) are you$|\beres (?:un |una )?(?:robot|bot|persona|humano|maquina|ia)\b|\bes usted (?:un |una )?(?:robot|persona|maquina)\b|^quien eres$`)
