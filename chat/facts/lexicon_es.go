package facts

import (
	"time"

	"narthex/chat/words"
)

var spanishDays = map[string]time.Weekday{
	"domingo": time.Sunday, "domingos": time.Sunday, "lunes": time.Monday, "martes": time.Tuesday, "miercoles": time.Wednesday,
	"jueves": time.Thursday, "viernes": time.Friday, "sabado": time.Saturday, "sabados": time.Saturday,
}

var spanish = &lexicon{
	code: "es", days: spanishDays, matters: spanishMatters, duties: spanishDuties,
	words: vocabulary(spanishDays, map[class]string{
		smallWord: `el la los las un una unos unas lo es son esta estan este ese esa ser hay tiene tienen tienes ofrecen yo nosotros ustedes usted su sus mi mis nuestra
		nuestro me nos se te de del al a en por para con y o u que cual cuales como gracias favor
		iglesia parroquia templo decir dime digame saber quiero quisiera necesito puedo podria puede pueden asistir ir visitar familia
		sobre si algun alguna algunos algunas todos todas normalmente`,
		todayWord:        "hoy",
		tonightWord:      "noche",
		tomorrowWord:     "manana",
		nextWord:         "proximo proxima siguiente este viene",
		thisWord:         "este",
		partOfDayWord:    "manana tarde noche dia dias semana",
		timeWord:         "cuando hora horas horario horarios empieza empiezan comienza comienzan abre abren abierta abierto",
		massWord:         "misa misas",
		serviceWord:      "servicio servicios culto cultos misa misas reunion reuniones celebracion celebraciones adoracion",
		officeWord:       "oficina despacho",
		openWord:         "abre abren abierta abierto",
		placeWord:        "donde direccion ubicacion ubicados ubicada queda quedan encuentra encuentran llego llegar calle localizada localizados estan exacta",
		staffWord:        "personal equipo lideres pastores sacerdotes",
		aboutWord:        "quien quienes dirige llama nombre principal trabajan hableme hace",
		ministryWord:     "ministerio ministerios grupos programas actividades",
		ministryKindWord: "grupo grupos ministerio ministerios programa programas equipo clase clases",
		listWord:         "lista disponibles tipos tipo participar unirme involucrarme",
		dressWord:        "vestir vestirme vestimenta ropa ponerme vestido viste debo tengo codigo domingo culto misa servicio tipo gente",
		parkingWord:      "estacionar estacionamiento estacionarme parquear parqueo aparcar aparcamiento parking parqueadero donde gratis carro coche auto lugar domingo",
		childrenWord:     "ninos nino nina guarderia bebes hijos cuidado traer llevar algo culto misa servicio domingo durante bienvenidos pequenos",
		firstVisitWord:   "primera vez visita visito esperar soy nuevo nueva voy vengo debo cuando domingo misa culto",
		musicWord:        "musica alabanza canciones cantos tipo estilo tocan cantan culto misa",
		lengthWord:       "cuanto dura duran tiempo duracion culto cultos misa misas servicio servicios domingo sermon",
		hoursWord:        "hours schedule open times horario horarios abren abierta",
		sermonWord:       "sermon",
	}),

	greetings: phrases("buenos dias", "buenas tardes", "buenas noches", "buenas", "hola"),
	never:     phrases("por que", "tengo que ir", "hay que ir", "debo ir", "obligatorio"),
	feasts:    phrases("viernes santo", "jueves santo", "semana santa", "noche buena"),
	morning:   phrases("por la manana", "de la manana", "en la manana", "esta manana"),
	afternoon: phrases("tarde", "tardes"),
	evening:   phrases("noche", "noches"),

	until:         words.Set("a al hasta"),
	afternoonEnds: 20 * 60, // la tarde

	inAWeek: phrases("proximo domingo", "proximo lunes", "proximo martes", "proximo miercoles", "proximo jueves", "proximo viernes", "proximo sabado", "que viene", "siguiente domingo", "domingo siguiente", "domingo proximo"),

	nextWeek: phrases("proxima semana", "semana proxima", "semana que viene", "siguiente semana", "semana siguiente"),

	existsAsking: phrases("hay", "tienen", "tienen ustedes", "celebran"),

	placeAsking: phrases("donde estan", "donde esta", "donde queda", "donde quedan", "donde se encuentra", "donde se encuentran", "direccion", "ubicacion", "ubicados", "ubicada", "como llego", "como llegar"),

	whoAsking:   phrases("quien es", "quienes son", "quien dirige", "como se llama", "nombre del", "nombre de la", "hableme de", "quienes trabajan"),
	aboutAsking: phrases("hableme de"),

	role: map[string]set{
		"pastor": words.Set("pastor pastora"), "pastora": words.Set("pastora"), "sacerdote": words.Set("sacerdote padre priest fr"),
		"cura": words.Set("priest parroco fr"), "parroco": words.Set("parroco parish priest"), "ministro": words.Set("ministro pastor"),
	},

	baptizing: phrases("bautizan"),

	dress:      phrases("vestir", "vestirme", "vestimenta", "ropa", "ponerme", "vestido", "viste"),
	parking:    phrases("estacionar", "estacionamiento", "estacionarme", "parquear", "parqueo", "aparcar", "aparcamiento", "parking", "parqueadero"),
	children:   phrases("ninos", "guarderia", "bebes", "hijos", "nina", "nino", "cuidado de ninos"),
	firstVisit: phrases("primera vez", "primera visita", "mi primera misa", "mi primer culto", "mi primera liturgia", "que puedo esperar", "que esperar", "soy nuevo", "soy nueva"),
	music:      phrases("musica", "alabanza", "canciones", "cantos"),
	length:     phrases("cuanto dura", "cuanto duran", "cuanto tiempo dura", "duracion"),
}
