package intent

import "narthex/chat/tools/stems"

// intent is how visitors speak of what they want done at once.
type intent struct {
	subject stems.Set // stems of words, one of which stands in a wish for it, and in the offer of it
	anyway  stems.Set // stems of words that are enough in any message, also in a question
}

// danger are the words of somebody who should not have to ask for a person.
const danger = `die died dies dying death dead kill killed suicide suicidal hurt hurting harm hit hits beat beating beaten abuse abused abusing abusive rape raped
	assault attack attacked afraid scared scare fear terrified threat threatened threatening danger dangerous unsafe unconscious
	hospital hospice icu ambulance emergency urgent urgently accident stroke bleeding overdose overdosed panic desperate despair hopeless
	worthless cancer terminal miscarriage stillborn funeral grief grieving widow divorce divorcing affair arrested jail deported evicted homeless missing
	relapse relapsed drinking drugs crying breakdown alone lonely
	morir murio muriendo muere muerte muerto muerta fallecio matar matarme suicidio suicidarme dano golpea golpeo pega maltrata maltrato abuso abusa violacion
	violo miedo asustada asustado aterrada amenaza amenazo peligro peligroso hospital ambulancia emergencia urgente urgentemente accidente derrame
	sangrando sobredosis panico desesperada desesperado desesperacion terminal aborto funeral duelo viuda viudo divorcio arrestaron carcel
	deportaron desalojaron desaparecio recaida llorando sola solo angustia`

// intents are of the tools that write without asking back. See Wanted.
var intents = map[string]intent{
	"escalate_to_pastor": {
		subject: stems.NewSet(`pastor priest minister reverend rev father chaplain deacon elder someone somebody anyone person human real talk speak
		call help now immediately asap need crisis safe support
		pastor pastora sacerdote cura padre ministro reverendo diacono alguien persona humano hablar llamar llamen ayuda ayudar ayudenme auxilio ahora ya necesito`),
		anyway: stems.NewSet(danger),
	},
}
