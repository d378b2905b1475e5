package speech_test

import (
	"testing"

	"narthex/chat/voice/speech"
)

func TestTextsAreSaidAsPeopleSayThem(t *testing.T) {
	for _, test := range []struct{ language, written, spoken string }{
		// Times
		{"en", "We meet Sunday at 9:00 AM and 10:30 AM.", "We meet Sunday at nine in the morning and ten thirty in the morning."},
		{"en", "Doors open at 6 p.m. Come early.", "Doors open at six in the evening. Come early."},
		{"en", "It ends at 5 p.m. on Friday.", "It ends at five in the afternoon on Friday."},
		{"en", "Lunch is at 12:00 PM, prayer at 12:00 AM.", "Lunch is at noon, prayer at midnight."},
		{"en", "9:00–10:30 AM", "nine to ten thirty in the morning."},
		{"en", "Open 9 AM – 5 PM on weekdays", "Open nine in the morning to five in the afternoon on weekdays."},
		{"en", "The office is open 9:05-17:00.", "The office is open nine oh five to five in the afternoon."},
		{"en", "Starts at 7:00.", "Starts at seven o'clock."},
		{"es", "El culto es a las 9:00 a. m. y a las 6:30 p. m.", "El culto es a las nueve de la mañana y a las seis y media de la tarde."},
		{"es", "A las 12:00 p. m. y a la 1:15 p. m.", "A las doce del mediodía y a la una y cuarto de la tarde."},
		{"es", "Reunión a las 20:30", "Reunión a las ocho y media de la noche."},
		{"es", "De 9:00–10:30", "De nueve a diez y media."},
		{"en", "Mon.–Thu., 10 a.m.–noon; Fri. 1-4 PM", "Monday to Thursday, ten in the morning to noon, Friday one to four in the afternoon."},
		{"es", "lun.–vie., 8:30 a. m.–4:30 p. m.", "lunes a viernes, ocho y media de la mañana a cuatro y media de la tarde."},
		{"en", "We answer 24/7.", "We answer twenty-four seven."},
		// Dates
		{"en", "It is on December 24, 2026.", "It is on December twenty-fourth, twenty twenty-six."},
		{"en", "Camp is Jul. 5–9.", "Camp is July fifth to ninth."},
		{"en", "Sunday, March 1st", "Sunday, March first."},
		{"en", "Since 1974 we have met here.", "Since nineteen seventy-four we have met here."},
		{"en", "Due 2026-11-30.", "Due November thirtieth, twenty twenty-six."},
		{"en", "On 12/24/2026 at 7 PM", "On December twenty-fourth, twenty twenty-six at seven in the evening."},
		{"en", "24 December 2026", "twenty-fourth of December, twenty twenty-six."},
		{"es", "El 24 de diciembre de 2026", "El veinticuatro de diciembre de dos mil veintiséis."},
		{"es", "El 1 de enero", "El primero de enero."},
		{"es", "Del 5 al 9 de julio", "Del cinco al nueve de julio."},
		{"en", "Anyone over 18 may join.", "Anyone over eighteen may join."},
		{"en", "Ages 6-12 may attend.", "Ages six to twelve may attend."},
		{"en", "We march 5 miles and may 2 by 2.", "We march five miles and may two by two."},
		{"en", "18 May, 18 MAY or May 18", "eighteenth of May, eighteenth of May or May eighteenth."},
		{"en", "24 december", "twenty-fourth of December."},
		{"es", "El 18 de mayo", "El dieciocho de mayo."},
		{"en", "Potluck on Sunday 3/4 at 6 PM", "Potluck on Sunday March fourth at six in the evening."},
		{"en", "Sunday, 3/4: picnic. Retreat on 10/16.", "Sunday, March fourth: picnic. Retreat on October sixteenth."},
		{"en", "1/8 at 7:00 PM", "January eighth at seven in the evening."},
		{"en", "1/2, 7 PM", "January second, seven in the evening."},
		{"en", "1/2 cup, 3/4 of us, on 3/4 of the days", "half cup, three quarters of us, on three quarters of the days."},
		{"es", "El sábado 1/8 a las 6:30 p. m.", "El sábado primero de agosto a las seis y media de la tarde."},
		{"en", "Help is available 24/7 at 988.", "Help is available twenty-four seven at nine eight eight."},
		{"en", "We are on 24/7.", "We are on twenty-four seven."},
		{"en", "Open Monday to Sunday 24/7", "Open Monday to Sunday twenty-four seven."},
		{"en", "Fill 3/4 from 2 cups", "Fill three quarters from two cups."},
		{"en", "3/4 at 6pm, 3/4 from 6:30 to 8, 3/4 at 10–11 a.m.", "March fourth at six in the evening, March fourth from six thirty to eight, March fourth at ten to eleven in the morning."},
		{"es", "Contestamos 24/7 desde 1990.", "Contestamos las veinticuatro horas desde mil novecientos noventa."},
		{"es", "El 24/7, o el domingo 24/7 a las 10", "El veinticuatro de julio, o el domingo veinticuatro de julio a las diez."},
		{"es", "Fecha: 24/7/2026", "Fecha: veinticuatro de julio de dos mil veintiséis."},
		{"en", "Due 24/7/2026", "Due July twenty-fourth, twenty twenty-six."},
		{"es", "El sábado 24/7 habrá kermés. Misa 24/7 a las 10.", "El sábado veinticuatro de julio habrá kermés. Misa veinticuatro de julio a las diez."},
		{"en", "Picnic 3/4 from 6 to 8 PM, 12/24 at 7 and 9 PM", "Picnic March fourth from six to eight in the evening, December twenty-fourth at seven and nine at night."},
		{"en", "Picnic 3/4 at 6 in the evening", "Picnic March fourth at six in the evening."},
		{"es", "De lunes a domingo 24/7", "De lunes a domingo las veinticuatro horas."},
		{"en", "Picnic 3/4 at 6. Seen 3/4 at 2 places.", "Picnic March fourth at six. Seen three quarters at two places."},
		{"es", "Es el 3/4, y 1/2 taza", "Es el tres de abril, y medio taza."},
		// Telephone numbers
		{"en", "Call (207) 555-0142.", "Call two zero seven, five five five, zero one four two."},
		{"en", "Call 1-800-799-7233 now", "Call one, eight zero zero, seven nine nine, seven two three three now."},
		{"en", "please call or text 988.", "please call or text nine eight eight."},
		{"en", "Call 911 now.", "Call nine one one now."},
		{"en", "Reach us at +1 207 555 0142, ext. 12.", "Reach us at one, two zero seven, five five five, zero one four two, extension one two."},
		{"en", "There were 112 people.", "There were one hundred twelve people."},
		{"en", "Please call 112 now.", "Please call one one two now."},
		{"en", "call 116 123", "call one one six, one two three."},
		{"es", "Llame al 555-123-4567.", "Llame al cinco cinco cinco, uno dos tres, cuatro cinco seis siete."},
		// Scripture
		{"en", "Read John 3:16.", "Read John chapter three, verse sixteen."},
		{"en", "Love is patient (1 Corinthians 13:4–7, WEB).", "Love is patient, First Corinthians chapter thirteen, verses four to seven."},
		{"en", "Psalm 23 is short.", "Psalm twenty-three is short."},
		{"en", "See Ps. 46:1 and Rom 8:28.", "See Psalm forty-six, verse one and Romans chapter eight, verse twenty-eight."},
		{"en", "Is 5 too late? I can do 7.", "Is five too late? I can do seven."},
		{"es", "Lea Juan 3:16 y 1 Corintios 13.", "Lea Juan capítulo tres, versículo dieciséis y Primera de Corintios capítulo trece."},
		{"es", "El Salmo 23:1-3", "El Salmo veintitrés, versículos uno a tres."},
		{"en", "See Job 3:11 and 42:1–6; Rom. 8 too.", "See Job chapter three, verse eleven, chapter forty-two, verses one to six, Romans chapter eight too."},
		// Markup
		{"en", "**Pastor Ruth** – Lead Pastor.\n\n- Youth: Ann\n- Music: *Ben*\n", "Pastor Ruth, Lead Pastor. Youth: Ann, Music: Ben."},
		{"en", "Services at Grace Harbor:\n\n- **Sunday:** 9:00 AM\n- **Wednesday:** 7:00 PM", "Services at Grace Harbor: Sunday: nine in the morning, Wednesday: seven in the evening."},
		{"en", "Give [online](https://x.org/give?a=1).", "Give online."},
		{"en", "Give at https://x.org/give?a=1.", "Give at the web page."},
		{"en", "We are at 5 Elm Street.\n[Open in a map](https://maps.example.com/?q=1)", "We are at five Elm Street."},
		{"en", "# Welcome 🎉\n\n1. Come in\n2. Sit down 🙂\n", "Welcome. Come in, Sit down."},
		{"en", "Write to office@grace-harbor.org!", "Write to office at grace harbor dot org!"},
		{"en", "See <b>this</b> [1] and `code`.", "See this and code."},
		{"en", "Find a line at **findahelpline.com**.", "Find a line at findahelpline dot com."},
		{"en", "| Day | Time |\n|---|---|\n| Sunday | 9 AM |", "Day, Time. Sunday, nine in the morning."},
		{"en", "She said “come”—and we did (gladly).", "She said come, and we did, gladly."},
		// Quantities and addresses
		{"en", "412 Harbor Street, Portland, ME 04101", "four twelve Harbor Street, Portland, Maine, zero four one zero one."},
		{"en", "St. Brigid's is at 21 Main St. in Portland.", "Saint Brigid's is at twenty-one Main Street in Portland."},
		{"en", "About 1,250 people, 50% of them ages 5-8, gave $5.50.", "About one thousand two hundred fifty people, fifty percent of them ages five to eight, gave five dollars and fifty cents."},
		{"en", "The 2nd and 23rd week; 2.5 hours; #3", "The second and twenty-third week, two point five hours, number three."},
		{"en", "grades K-5 & up, and/or 18+", "grades K five and up, and or eighteen and up."},
		{"es", "21 personas, 1 niño y 200 mesas", "veintiuna personas, un niño y doscientas mesas."},
		{"es", "Son $20 y 50% menos", "Son veinte dólares y cincuenta por ciento menos."},
		{"fr", "Nous sommes **là** à 9 h 🙂", "Nous sommes là à 9 h."},
	} {
		if spoken, _ := speech.Text(test.written, test.language); spoken != test.spoken {
			t.Errorf("%q is said\n  %q, not\n  %q", test.written, spoken, test.spoken)
		}
	}
}
