package assent_test

import (
	"testing"

	"narthex/chat/assent"
)

func TestAYesAndANoAreHeardInManyLanguages(t *testing.T) {
	for answer, messages := range map[[2]bool][]string{
		{true, true}: {
			"yes", "Yes!", "yes please", "Yes, please do.", "YEP", "ok", "Okay, thank you so much", "sure, thanks", "go ahead", "Please do", "that's right", "👍", "👍🏽", "✅", "yes please, pass it on", "yes, send it", "ok, do it", "sí, mándelo",
			"sí", "Si", "Sí, por favor", "¡Claro!", "dale", "está bien", "De acuerdo", "sí, muchas gracias", "Por supuesto",
			"claro que sí", "sí porfavor gracias", "sii", "siii!", "yesss", "sí porfis", "porfa", "sí, mándela", "ándale pues", "órale", "órale sí", "sale", "va", "hágale", "listo", "va pues",
			"sim", "Sim, por favor", "oui", "Oui, merci beaucoup", "d’accord", "Bien sûr", "ja", "Ja, bitte", "Ja, ja bitte", "Ja ja, danke", "Gerne", "in Ordnung", "sì", "Va bene", "wi", "Wi, mèsi", "dakò",
			"tak", "Tak, proszę", "да", "Да, пожалуйста", "Хорошо", "نعم", "نعم، شكرا", "네", "네, 감사합니다", "是", "好的", "可以", "好的，谢谢", "oo", "Opo", "sige po", "vâng", "đồng ý",
		},
		{false, true}: {
			"no", "No thanks", "no, thank you", "not now", "Never mind", "please don't", "nope", "👎", "no, don't send it", "no, cancel that", "cancel it", "leave it, thanks", "no gracias", "No, gracias", "ahora no", "mejor no", "no mejor no", "nooo", "claro que no", "não", "Não, obrigada", "non", "Non merci",
			"nein", "Nein danke", "nein, danke", "nie", "Nie, dziękuję", "нет", "Нет, спасибо", "لا", "لا شكرا", "아니요", "不", "不用了", "hindi po", "không", "Pa kounye a", "non, grazie", "not yet",
		},
		{false, false}: {
			"yes, send it to my sister", "no, do it", "yes, don't send it", "kkk", "kkkk", "jaaa", "jaaaa", "ja ja", "Ja, ja, ja!", "ja ja gracias", "ja ja claro", "ja ja ja ja", "", "…", "thanks", "thank you", "gracias", "merci", "Yes?", "¿Sí?", "yes, but my name is Ann Marie", "yes and call me on Monday", "no, it is 207 555 0199",
			"Who will read it?", "yes no", "si no", "okay what time is church", "Is that ok", "sure my mother is called Ruth", "yes I want to know when the service is", "say hello",
			"my yes is yes in the sight of the lord", "co", "no sé", "no problem at all for me", "sí pero sin mi nombre", "va a haber culto?", "sale a las 9", "ya casi listo para el domingo", "mándela a mi mamá", "see", "soo", "hmm", "later", "amen", "please pray for Ruth",
		},
	} {
		for _, message := range messages {
			if accept, ok := assent.Heard(message); ok != answer[1] || accept != answer[0] {
				t.Errorf("%q: accept %v, an answer %v", message, accept, ok)
			}
		}
	}
}

func FuzzHeard(f *testing.F) {
	f.Add("yes")
	f.Add("👍🏽")
	f.Fuzz(func(t *testing.T, message string) {
		if accept, ok := assent.Heard(message); accept && !ok {
			t.Errorf("%q is no answer, and a yes", message)
		}
	})
}
