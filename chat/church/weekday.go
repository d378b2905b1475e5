package church

import (
	"strings"
	"time"

	"narthex/chat/words"
)

// weekdayNames has English and Spanish names and their usual short forms, without accents.
var weekdayNames = map[string]time.Weekday{
	"sunday": time.Sunday, "sun": time.Sunday, "domingo": time.Sunday, "dom": time.Sunday,
	"monday": time.Monday, "mon": time.Monday, "lunes": time.Monday, "lun": time.Monday,
	"tuesday": time.Tuesday, "tue": time.Tuesday, "tues": time.Tuesday, "martes": time.Tuesday, "mar": time.Tuesday,
	"wednesday": time.Wednesday, "wed": time.Wednesday, "weds": time.Wednesday, "miercoles": time.Wednesday, "mie": time.Wednesday,
	"thursday": time.Thursday, "thu": time.Thursday, "thur": time.Thursday, "thurs": time.Thursday, "jueves": time.Thursday, "jue": time.Thursday,
	"friday": time.Friday, "fri": time.Friday, "viernes": time.Friday, "vie": time.Friday,
	"saturday": time.Saturday, "sat": time.Saturday, "sabado": time.Saturday, "sab": time.Saturday,
}

// ParseWeekday understands the English and Spanish names of the days, short or in the plural, in any case.
func ParseWeekday(name string) (day time.Weekday, ok bool) {
	name = words.Fold(strings.Trim(name, " \t.:"))
	if day, ok = weekdayNames[name]; !ok {
		day, ok = weekdayNames[strings.TrimSuffix(name, "s")]
	}
	return day, ok
}
