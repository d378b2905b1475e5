package cache_test

import (
	"testing"

	"narthex/cache"
)

func TestNormaliseKeepsTheWordsAndNothingElse(t *testing.T) {
	for question, want := range map[string]string{
		"What time is the service?":                         "what time is the service",
		"  WHAT\ttime\n is  the service ?!  ":               "what time is the service",
		"Hi there! Could you please tell me when you open?": "when you open",
		"hello, do you know where the church is? thanks 🙏":  "where the church is",
		"Do you know Pastor Mike?":                          "do you know pastor mike",
		"Good morning! Is there a nursery?":                 "is there a nursery",
		"Good Morning Prayer":                               "good morning prayer",
		"Please pray for my mother. God bless":              "pray for my mother",
		"How do I say thank you":                            "how do i say thank you",
		"Hi!":                                               "hi",
		"Please, thanks":                                    "please thanks",
		"?":                                                 "?",
		" ... ":                                             "...",
		"":                                                  "",
		"Can’t I come at 10:30 a.m.?":                       "cant i come at 10:30 am",
		"We're new; where's the café?":                      "we're new wheres the cafe",
		"A $5 gift or 2,000? It's 24/7 & 3.5%":              "a $ 5 gift or 2,000 its 24/7 & 3.5 %",
		"John 3:16-18 — meaning":                            "john 3:16-18 meaning",
		"E-mail office@grace-harbor.org.":                   "e mail office@grace-harbor.org",
		"Ｆｕｌｌ　ｗｉｄｔｈ":                                        "full width",
		"STRASSE Straße":                                    "strasse strasse",
		"Hola, buenas tardes. ¿Me podría decir a qué hora es la misa? Muchas gracias": "a que hora es la misa",
		"Quisiera saber si hay misa, por favor":                                       "si hay misa",
		"¿Cuántos años tiene el niño?":                                                "cuantos anos tiene el nino",
		"教会は何時ですか？":                                                                   "教会は何時ですか",
		"が か":                                                                         "が か",
		"soft\u00adhyphen zero\u200bwidth":                                            "softhyphen zerowidth",
	} {
		if got := cache.Normalise(question); got != want {
			t.Errorf("%q became %q, not %q", question, got, want)
		}
	}
}
