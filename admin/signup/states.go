package signup

// State is a state, province or territory.
type State struct {
	Code, Name string
	Timezone   string // IANA name: that of most of its people
}

// statesOf are those of the countries whose churches must name theirs, in the order of their names.
var statesOf = map[string][]State{
	"US": {
		{"AL", "Alabama", "America/Chicago"},
		{"AK", "Alaska", "America/Anchorage"},
		{"AZ", "Arizona", "America/Phoenix"},
		{"AR", "Arkansas", "America/Chicago"},
		{"CA", "California", "America/Los_Angeles"},
		{"CO", "Colorado", "America/Denver"},
		{"CT", "Connecticut", "America/New_York"},
		{"DE", "Delaware", "America/New_York"},
		{"DC", "District of Columbia", "America/New_York"},
		{"FL", "Florida", "America/New_York"},
		{"GA", "Georgia", "America/New_York"},
		{"HI", "Hawaii", "Pacific/Honolulu"},
		{"ID", "Idaho", "America/Boise"},
		{"IL", "Illinois", "America/Chicago"},
		{"IN", "Indiana", "America/Indiana/Indianapolis"},
		{"IA", "Iowa", "America/Chicago"},
		{"KS", "Kansas", "America/Chicago"},
		{"KY", "Kentucky", "America/New_York"},
		{"LA", "Louisiana", "America/Chicago"},
		{"ME", "Maine", "America/New_York"},
		{"MD", "Maryland", "America/New_York"},
		{"MA", "Massachusetts", "America/New_York"},
		{"MI", "Michigan", "America/Detroit"},
		{"MN", "Minnesota", "America/Chicago"},
		{"MS", "Mississippi", "America/Chicago"},
		{"MO", "Missouri", "America/Chicago"},
		{"MT", "Montana", "America/Denver"},
		{"NE", "Nebraska", "America/Chicago"},
		{"NV", "Nevada", "America/Los_Angeles"},
		{"NH", "New Hampshire", "America/New_York"},
		{"NJ", "New Jersey", "America/New_York"},
		{"NM", "New Mexico", "America/Denver"},
		{"NY", "New York", "America/New_York"},
		{"NC", "North Carolina", "America/New_York"},
		{"ND", "North Dakota", "America/Chicago"},
		{"OH", "Ohio", "America/New_York"},
		{"OK", "Oklahoma", "America/Chicago"},
		{"OR", "Oregon", "America/Los_Angeles"},
		{"PA", "Pennsylvania", "America/New_York"},
		{"RI", "Rhode Island", "America/New_York"},
		{"SC", "South Carolina", "America/New_York"},
		{"SD", "South Dakota", "America/Chicago"},
		{"TN", "Tennessee", "America/Chicago"},
		{"TX", "Texas", "America/Chicago"},
		{"UT", "Utah", "America/Denver"},
		{"VT", "Vermont", "America/New_York"},
		{"VA", "Virginia", "America/New_York"},
		{"WA", "Washington", "America/Los_Angeles"},
		{"WV", "West Virginia", "America/New_York"},
		{"WI", "Wisconsin", "America/Chicago"},
		{"WY", "Wyoming", "America/Denver"},
		{"PR", "Puerto Rico", "America/Puerto_Rico"},
		{"GU", "Guam", "Pacific/Guam"},
		{"VI", "U.S. Virgin Islands", "America/St_Thomas"},
		{"AS", "American Samoa", "Pacific/Pago_Pago"},
		{"MP", "Northern Mariana Islands", "Pacific/Saipan"},
	},
	"CA": {
		{"AB", "Alberta", "America/Edmonton"},
		{"BC", "British Columbia", "America/Vancouver"},
		{"MB", "Manitoba", "America/Winnipeg"},
		{"NB", "New Brunswick", "America/Moncton"},
		{"NL", "Newfoundland and Labrador", "America/St_Johns"},
		{"NS", "Nova Scotia", "America/Halifax"},
		{"NT", "Northwest Territories", "America/Edmonton"},
		{"NU", "Nunavut", "America/Iqaluit"},
		{"ON", "Ontario", "America/Toronto"},
		{"PE", "Prince Edward Island", "America/Halifax"},
		{"QC", "Quebec", "America/Toronto"},
		{"SK", "Saskatchewan", "America/Regina"},
		{"YT", "Yukon", "America/Whitehorse"},
	},
}

// HasStates reports whether a church of that country (ISO 3166-1 alpha-2) must name its state.
func HasStates(country string) bool { return len(statesOf[country]) > 0 }

// States are the states, provinces and territories of a country in which one must be named.
func States(country string) []State { return statesOf[country] }

func stateOf(country, code string) (state State, ok bool) {
	for _, s := range statesOf[country] {
		if s.Code == code {
			return s, true
		}
	}
	return State{}, false
}

// zones are the time zones of countries that have one, or one for nearly everybody (IANA Time Zone Database 2025b).
var zones = map[string]string{
	"AR": "America/Argentina/Buenos_Aires", "AT": "Europe/Vienna", "AU": "Australia/Sydney", "BE": "Europe/Brussels",
	"BO": "America/La_Paz", "BR": "America/Sao_Paulo", "CH": "Europe/Zurich", "CL": "America/Santiago", "CN": "Asia/Shanghai",
	"CO": "America/Bogota", "CR": "America/Costa_Rica", "CU": "America/Havana", "CZ": "Europe/Prague", "DE": "Europe/Berlin",
	"DK": "Europe/Copenhagen", "DO": "America/Santo_Domingo", "EC": "America/Guayaquil", "EG": "Africa/Cairo", "ES": "Europe/Madrid",
	"FI": "Europe/Helsinki", "FR": "Europe/Paris", "GB": "Europe/London", "GH": "Africa/Accra", "GT": "America/Guatemala",
	"HN": "America/Tegucigalpa", "HT": "America/Port-au-Prince", "HU": "Europe/Budapest", "IE": "Europe/Dublin", "IN": "Asia/Kolkata",
	"IT": "Europe/Rome", "JM": "America/Jamaica", "JP": "Asia/Tokyo", "KE": "Africa/Nairobi", "KR": "Asia/Seoul",
	"MX": "America/Mexico_City", "NG": "Africa/Lagos", "NI": "America/Managua", "NL": "Europe/Amsterdam", "NO": "Europe/Oslo",
	"NZ": "Pacific/Auckland", "PA": "America/Panama", "PE": "America/Lima", "PH": "Asia/Manila", "PL": "Europe/Warsaw",
	"PR": "America/Puerto_Rico", "PT": "Europe/Lisbon", "PY": "America/Asuncion", "SE": "Europe/Stockholm", "SG": "Asia/Singapore",
	"SV": "America/El_Salvador", "TT": "America/Port_of_Spain", "UG": "Africa/Kampala", "UY": "America/Montevideo",
	"VE": "America/Caracas", "ZA": "Africa/Johannesburg", "ZW": "Africa/Harare",
}

// Timezone is the time zone in which most people of a place live (IANA name), UTC where that is not known. It is a first guess,
// for a church that names none.
func Timezone(country, state string) string {
	if s, ok := stateOf(country, state); ok {
		return s.Timezone
	}
	if zone := zones[country]; zone != "" {
		return zone
	}
	return "UTC"
}
