package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/facts"
)

// What holds on one of the days on which the office is closed is told of that day, and a feast is answered with what holds on it.
func TestOneDayOfAHolidayIsToldByItself(t *testing.T) {
	churches := demonstrations(t)
	const differs = "This may differ on "
	for _, test := range []struct{ church, language, question, has, without string }{
		{"st-brigids", "en", "is there mass on 26 december", "Saturday, December 26", "Saturday, January 2"},
		{"st-brigids", "en", "is there mass on 27 december", "Sunday, December 27 at St Brigid's Parish:\n\n- 09:00 Mass\n- 11:30 Family Mass", differs},
		{"st-brigids", "en", "is there mass on 1 january", "Friday, January 1 (New Year's Day) at St Brigid's Parish:\n\n- 10:00 Mass\n\nThis may differ on Friday, January 1", "December"},
		{"st-brigids", "en", "is there anything on 28 december", "Monday, December 28 at St Brigid's Parish:\n\n- 10:00 Mass\n\nThe office of St Brigid's Parish is closed from Saturday, December 26 to Saturday, January 2", differs},
		{"st-brigids", "en", "is the office open on 29 december", "is closed from Saturday, December 26 to Saturday, January 2 (the Christmas holidays)", ""},
		{"st-brigids", "es", "hay misa el 30 de diciembre", "Miércoles 30 de diciembre en St Brigid's Parish:\n\n- 10:00 Mass", "Christmas"},
		{"grace-harbor", "en", "what time is church on december 27", "Sunday, December 27 at Grace Harbor Church:\n\n- 9:00 AM Traditional worship", "urgent"},
		{"grace-harbor", "en", "is the pantry open on december 26", "Saturday, December 26 at Grace Harbor Church:\n\n- 10:00 AM - 12:00 PM Harbor Pantry", "urgent"},

		{"grace-harbor", "en", "is there church on new years eve", "There is no service in Grace Harbor Church's regular schedule for Thursday, December 31", "December 24"},
		{"grace-harbor", "en", "is there church on new years eve", "This may differ on Thursday, December 31 (New Year's Eve)", ""},
		{"st-brigids", "en", "is there mass on new years eve", "Thursday, December 31 (New Year's Eve) at St Brigid's Parish:\n\n- 10:00 Mass", "December 24"},
		{"st-brigids", "en", "mass on new years day", "Friday, January 1 (New Year's Day) at St Brigid's Parish:\n\n- 10:00 Mass\n\nThis may differ", ""},
		{"st-brigids", "es", "hay misa en año nuevo", "Viernes 1 de enero", "24 de diciembre"},
		{"nueva-vida", "es", "hay culto en año nuevo", "10:00 PM Culto de fin de año", ""},
		{"nueva-vida", "es", "a qué hora es la noche vieja", "10:00 PM Culto de fin de año", ""},
		{"st-brigids", "en", "mass times for christmas", "18:00 Family Mass", "December 26"},
		{"st-brigids", "en", "when is easter", "", ""},
		{"st-brigids", "en", "easter mass times", "", ""},
		{"st-brigids", "en", "what time is mass on easter monday", "", ""},
		{"st-brigids", "en", "what time is mass on easter sunday", "", ""},
		{"st-brigids", "en", "when is the easter vigil", "21:00 Easter Vigil", ""},
		{"st-brigids", "en", "is there mass on holy thursday", "19:30 Mass of the Lord's Supper", ""},
		{"st-brigids", "en", "holy week mass times", "21:00 Easter Vigil", ""},
		{"grace-harbor", "en", "when is easter", "Sunday, March 28 (Easter Sunday)", ""},
	} {
		c := churches[test.church]
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: time.Date(2026, 11, 30, 10, 0, 0, 0, c.Location)})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}
