package crisis

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/words"
)

// longestFigure is how many bytes a message has in which the expression is looked for: a longer one takes long to read.
const longestFigure = 600

// figureForm is what sport, school, the blood bank, a flat battery, a cold and a plumber say in the words of danger. The model knows those words from dangers, and innocent rules
// speak to the rules alone.
var figureForm = regexp.MustCompile(`\b(?:` +
	`(?:(?:le|les|nos) )?(?:metieron|metio|meti|pego|pegaron|estrello|clavo|clavaron|hizo|fue|hubo) (?:un|el|otro|tremendo|semejante) (?:tiro|balazo|misil|bombazo|canonazo|zapatazo|disparo|fierrazo) (?:al|en el|pegado al|por el) (?:palo|poste|travesano|larguero|angulo|arco|segundo palo)|` +
	`(?:tiros?|disparos?|remates?) (?:al (?:palo|arco|poste|travesano|angulo)|libres?|de esquina|a gol|a puerta|de penal|penal)|` +
	`(?:fusilo|fusilaron|acribillo|acribillaron|ejecuto|mato|mataron|baleo|liquido) (?:al (?:arquero|guardameta|guardavallas)|al portero (?:en|con|de) (?:el|un|la) (?:contragolpe|penal|rebote|tiro libre|cabezazo)|(?:el|en el) (?:contragolpe|balon|rebote))|` +
	`shots? on target|(?:shot|shots|shoots|shooting|shoot) (?:(?:just |right |clean )?(?:at|on) (?:goal|the goal|the net)|over the (?:bar|crossbar)|wide of the (?:post|goal)|(?:off|against) the (?:post|bar))|(?:hit|hits) the (?:post|bar|crossbar|woodwork)|penalty shoot ?-?out|` +
	`(?:estoy|ando) que me (?:tiro|lanzo|aviento|arrojo) (?:por la ventana|del techo|al rio|a un pozo) (?:con|por) (?:el|la|los|las|mi|mis|este|esta|tanta|tanto) (?:mates|matematicas|tareas?|deberes|inventario|planillas?|impuestos|papeleo|mudanza|trafico|tramites|fracciones|maquetas?|vacaciones escolares)|` +
	`(?:me|nos|los|las|lo|la) (?:corrieron|persiguieron|mojaron|dispararon|atacaron|correteo|corretearon) (?:\w+ ){0,5}con (?:las? |una |unas )?(?:pistolas?|globos|mangueras?) de agua|` +
	`(?:chased|shot|attacked|soaked|ambushed|got) (?:me|us|him|her|them) (?:\w+ ){0,5}with (?:a |the |his |her |their )?(?:water (?:pistols?|guns?|balloons?)|super soakers?|nerf guns?)|` +
	`(?:kept|held) (?:us|me) hostage (?:at|in) the (?:agm|meeting|council|assembly)|(?:nos|me) (?:tuvieron|tienen) secuestrad[oa]s? (?:\w+ ){0,4}en la (?:asamblea|reunion|junta)|` +
	`(?:(?:i|we|he|she) )?(?:just )?(?:gave|donated|giving|donating) (?:my |some |a pint of )?blood(?: (?:today|yesterday|this morning|earlier|last night|on \w+day|at the (?:hall|clinic|drive)))?(?:,? (?:and|so|but|now))*(?: (?:i|am|i'?m|im|feel|feeling|still|a bit|a little|bit|little|kinda|rather|so))* (?:light ?-?headed|woozy|dizzy|faint|wobbly|tired)|` +
	`(?:done|dono|donamos|fui a donar|acabo de donar|di) sangre(?: (?:ayer|hoy|esta manana|en la manana|el \w+|en la cruz roja|en el hospital))?(?:,? (?:y|pero|asi que))*(?: (?:estoy|ando|me siento|sigo|un poco|un poquito|algo|medio|todavia|aun))* (?:maread\w+|cansad\w+|debil|floj\w+|atontad\w+)|` +
	`(?:my |the )?(?:phone|battery|laptop|cell|tablet)(?:'?s)?(?: battery)? (?:is |will )?(?:about to |going to |gonna |probably |just |really )*(?:die|dying)|` +
	`(?:me|se|nos) (?:voy|va|vamos|quiero|quiere|pienso) (?:a )?(?:tirar|lanzar|aventar|echar) (?:de (?:cabeza|panza|clavado|bomba|bombita) )(?:a|en) (?:la|una) (?:alberca|piscina|pileta)|` +
	`(?:just )?(?:a bit|a touch|a little bit) of (?:a )?(?:chest |head )?(?:cold|cough|bronchitis|sore throat)|just a (?:chest infection|chest cold|cold|cough)|a (?:little|slight|mild) (?:chest |head )?(?:cold|cough)|` +
	`(?:un poco|un poquito|tantit[ao]|algo) de (?:catarro|tos|gripe|gripa|bronquitis)(?: en el pecho)?|un (?:resfriado|catarro) en el pecho|` +
	`no (?:hay|hubo|encontro|encontraron) (?:ninguna )?fuga(?: de gas)?|(?:no|there'?s no) gas leak` +
	`)\b`)

// emptyPool is a pool that nobody dives into to swim, and a dive that is not for that.
var emptyPool = regexp.MustCompile(`\b(?:vaci[ao]|seca|sin agua|no tiene agua|sin llenar|desde|matar\w*|morir\w*|no se nadar)\b`)

// ofFigures are words one of which is in each of those: the expression above takes far longer to read a message.
var ofFigures = []string{"tiro", "balazo", "misil", "bombazo", "canonazo", "zapatazo", "disparo", "fierrazo", "remate", "fusil", "acribill", "ejecut", "arquero", "portero", "guarda", "al meta", "contragolpe", "balon", "rebote",
	"shot", "shoot", "the post", "bar", "woodwork", "que me", "blood", "sangre", "agua", "water", "soaker", "nerf", "hostage", "secuestrad",
	"phone", "battery", "laptop", "cell", "tablet", "alberca", "piscina", "pileta", "cold", "cough", "bronchitis", "throat", "infection", "catarro", "tos", "gripe", "gripa", "bronquitis", "resfriado", "fuga", "leak"}

// besidesFigures is a message without what sport and the like say in the words of danger: what is said beside it counts, and it says nothing itself.
func besidesFigures(message string) string {
	if len(message) > longestFigure {
		return message
	}
	said := words.Fold(message)
	if !slices.ContainsFunc(ofFigures, func(word string) bool { return strings.Contains(said, word) }) {
		return message
	}
	if emptyPool.MatchString(said) {
		return message
	}
	if left := figureForm.ReplaceAllString(said, " "); left != said {
		return left
	}
	return message
}
