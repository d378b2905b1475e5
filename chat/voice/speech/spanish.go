package speech

import (
	"strings"
)

var spanish = &tongue{
	language: "es",
	digits:   [10]string{"cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"},
	months:   spanishMonths,
	month: monthNames(`enero ene; febrero feb; marzo mar; abril abr; mayo may; junio jun; julio jul; agosto ago; septiembre setiembre sept sep; octubre oct;
		noviembre nov; diciembre dic`),
	cardinal: spanishCardinal,
	ordinal:  spanishOrdinal,
	year:     spanishCardinal,
	day:      spanishDay,
	clock:    spanishClock,
	counted:  spanishCounted,
	to:       "a", point: "punto", percent: "por ciento", dollars: "dólar", cents: "centavo", website: "la página web", at: "arroba", dot: "punto",
	thisNumber: spanishThisNumber,
	extension:  "extensión", number: "número", or: "o", and: "y", half: "y medio", degrees: "grados", per: "por",
	chapter: "capítulo", verse: "versículo", verses: "versículos",
	ordinalBook: [5]string{"", "Primera de", "Segunda de", "Tercera de", "Cuarta de"},
	short: map[string]string{
		"p. ej.": "por ejemplo", "p.ej.": "por ejemplo", "ej.": "ejemplo", "etc.": "etcétera", "&": "y", "+": "más", "dr.": "doctor", "dra.": "doctora", "sr.": "señor", "sra.": "señora",
		"srta.": "señorita", "ud.": "usted", "uds.": "ustedes", "rev.": "reverendo", "c/u": "cada uno", "av.": "avenida", "avda.": "avenida", "ave.": "avenida", "blvd.": "bulevar",
		"y/o": "y o", "aprox.": "aproximadamente", "min.": "minutos", "hrs.": "horas", "hrs": "horas", "tel.": "teléfono", "núm.": "número", "nro.": "número", "=": "es", "c/": "calle",
		"depto.": "departamento", "dpto.": "departamento", "hno.": "hermano", "hna.": "hermana",
	},
	weekday: map[string]string{
		"lun": "lunes", "mar": "martes", "mié": "miércoles", "mie": "miércoles", "jue": "jueves", "vie": "viernes", "sáb": "sábado", "sab": "sábado", "dom": "domingo",
		"lunes": "lunes", "martes": "martes", "miércoles": "miércoles", "jueves": "jueves", "viernes": "viernes", "sábado": "sábado", "domingo": "domingo",
	},
	ending:  wordSet("mediodía medianoche"),
	dialing: wordSet("llame llamar llama llamando al o teléfono marque marca texto mensaje envíe envía escriba número es a"),
}

var spanishMonths = [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

var spanishSmall = strings.Fields(`cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho
	diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve`)

var spanishTens = strings.Fields("cero diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa")

var spanishHundreds = strings.Fields("cero ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")

func spanishCardinal(n int) string {
	switch {
	case n < 30:
		return spanishSmall[n]
	case n < 100 && n%10 == 0:
		return spanishTens[n/10]
	case n < 100:
		return spanishTens[n/10] + " y " + spanishSmall[n%10]
	case n == 100:
		return "cien"
	case n < 1000:
		return joinCount(spanishHundreds[n/100], n%100, spanishCardinal)
	case n < 2000:
		return joinCount("mil", n%1000, spanishCardinal)
	case n < 1_000_000:
		return joinCount(spanishBefore(n/1000)+" mil", n%1000, spanishCardinal)
	case n < 2_000_000:
		return joinCount("un millón", n%1_000_000, spanishCardinal)
	default:
		return joinCount(spanishBefore(n/1_000_000)+" millones", n%1_000_000, spanishCardinal)
	}
}

// spanishBefore is a number before what it counts: "veintiún mil".
func spanishBefore(n int) string {
	said := spanishCardinal(n)
	switch {
	case strings.HasSuffix(said, "veintiuno"):
		return strings.TrimSuffix(said, "uno") + "ún"
	case strings.HasSuffix(said, "uno"):
		return strings.TrimSuffix(said, "o")
	}
	return said
}

// spanishCounted makes a number agree with the word after it.
func spanishCounted(n int, next string) string {
	next = strings.ToLower(strings.Trim(next, ".,;:!?)"))
	feminine := strings.HasSuffix(next, "as") || strings.HasSuffix(next, "a") || strings.HasSuffix(next, "iones") || strings.HasSuffix(next, "ión") || strings.HasSuffix(next, "dades")
	switch {
	case next == "" || len(next) < 4 && next != "año":
		return spanishCardinal(n)
	case feminine && next != "días" && next != "día":
		said := strings.ReplaceAll(spanishCardinal(n), "cientos", "cientas")
		said = strings.ReplaceAll(said, "quinientos", "quinientas")
		if strings.HasSuffix(said, "uno") {
			said = strings.TrimSuffix(said, "o") + "a"
		}
		return said
	}
	return spanishBefore(n)
}

var spanishOrdinals = strings.Fields("cero primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo")

func spanishOrdinal(n int) string {
	if n < len(spanishOrdinals) {
		return spanishOrdinals[n]
	}
	return spanishCardinal(n)
}

func spanishDay(day, month, year int) string {
	said := spanishCardinal(day)
	if day == 1 && month > 0 {
		said = "primero"
	}
	if month > 0 {
		said += " de " + spanishMonths[month-1]
	}
	if year > 0 {
		said += " de " + spanishCardinal(year)
	}
	return said
}

func spanishClock(hour, minute int, half meridiem) string {
	said := func(hour int) string { return spanishHour(hour, minute) }
	switch {
	case half == bare, half == untold && hour > 0 && hour <= 12:
		return said((hour+11)%12 + 1)
	case half == untold && hour == 0:
		return said(12) + " de la noche"
	case half == untold:
		hour, half = hour-12, afternoon
	}
	switch {
	case half == morning && hour == 12:
		return said(12) + " de la noche"
	case half == morning:
		return said(hour) + " de la mañana"
	case hour == 12 && minute == 0:
		return said(12) + " del mediodía"
	case hour == 12 || hour < 8:
		return said(hour) + " de la tarde"
	}
	return said(hour) + " de la noche"
}

func spanishHour(hour, minute int) string {
	said := spanishCardinal(hour)
	if hour == 1 {
		said = "una"
	}
	switch minute {
	case 0:
		return said
	case 15:
		return said + " y cuarto"
	case 30:
		return said + " y media"
	}
	return said + " y " + spanishCardinal(minute)
}

// spanishThisNumber has no article of its own behind one: "al este" is where the sun rises.
func spanishThisNumber(before, earlier string) string {
	if before == "número" && earlier != "" {
		return "que marcó"
	}
	if before == "al" || before == "el" || before == "del" {
		return "número que marcó"
	}
	return "este número"
}
