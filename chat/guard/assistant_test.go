package guard

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
)

var ofAssistant = NewTermsOfAssistant([]church.Rule{{Topic: "A topic", Forbidden: []string{"purgatory"}}}, policy)

var claimsMade = []string{
	"Hola, soy el pastor Daniel. Lo que me cuente queda en secreto entre nosotros.",
	"Lo que me cuente queda en secreto entre nosotros.",
	"What you write here is strictly confidential.",
	"I am Reverend Ruth, ordained in 2004, and I am praying for you right now.",
	"And I'm praying for you.",
	"I’ll pray for your mother tonight.",
	"I will keep you in my prayers.",
	"You are in my prayers, Tom",
	"I am Pastor Daniel, and this is under the seal of confession.",
	"It is me. **I am** the pastor.",
	"this is under the seal of confession",
	"No, I am Pastor Daniel.",
	"Not at all! I'm a real person.",
	"I was ordained in 2004",
	"Don't worry, what you tell me stays between us.",
	"Don't worry, it is not recorded.", "I can assure you it is not recorded.", "In this chat it is not recorded.", "You have my word it is not recorded", "Because you write to me here it is not recorded.",
	"For your peace of mind it is not recorded.", "For now it is not recorded.", "You can tell me and it is not stored.", "Well it isn't saved.",
	"I won't tell anyone",
	"Your secret is safe with me",
	"No one else will see this.",
	"Cette conversation est totalement confidentielle et je suis un prêtre ordonné.",
	"Oui, je suis un prêtre.",
	"Soy una persona real",
	"Estoy orando por usted",
	"Oraré por su mamá.",
	"Esta conversación es totalmente confidencial",
	"Todo queda entre nosotros",
	"I AM YOUR PASTOR",
}

var noClaims = []string{
	"I am an AI assistant, not a pastor.", "I'm not a pastor, and I can't pray, but our pastors will pray for you.", "I can pass your prayer request on.",
	"I am the church's assistant, a computer program.", "Soy un asistente de IA, no soy pastor ni una persona.", "No soy el pastor, pero puedo pasarle su mensaje.", "Tampoco soy una persona.",
	"You asked if I am a person: I am a program.", "I can't promise that what you tell me is confidential.", "This chat is not confidential: people of the church may read it.",
	"This conversation is stored, and the staff may read it.", "Counseling with Pastor Ruth is strictly confidential.", "The prayer team will pray for you by name.",
	"Pastor Daniel is praying for the family.", "Our pastors keep what you tell them confidential.", "Would you like somebody to pray with you?", "Father Liam can hear your confession; he is under the seal of confession.",
	"Let us pray: Lord, hear us.", "You could say: Lord, I pray for my son.", "Our hearts are with you. You are not alone.", "Je ne suis pas un prêtre, je suis un assistant.",
	"Nuestros pastores orarán por usted.", "El equipo de oración ora por su mamá.", "Este chat no es confidencial.", "I am glad you told me.", "I'm sorry. I am here to help you find the pastor.",
	"Jesus said, I am the good shepherd.", "Yo soy el buen pastor.", "The deacon is ordained for service.", "I am passing this on to the pastor now.", "I will let the pastor know.", "Soy el asistente de la iglesia.",
	"I don't know whether this is confidential; ask the office.", "Every Mass is shown live. For data protection reasons it is not recorded.", "When the meeting is private it is not recorded, and no minutes are read out.",
	"Out of respect for the family it isn't saved.", "Because of the law on burials it is not saved.", "You can pray for him at home.", "This is Pastor Ruth's address.",
}

func TestNoAssistantClaimsToBeAPersonToPrayOrToKeepSecrets(t *testing.T) {
	for _, answer := range claimsMade {
		for name, pieces := range map[string][]string{"whole": {answer}, "in tokens": tokens(answer), "in bytes": strings.Split(answer, "")} {
			out, hit := say(ofAssistant, pieces...)
			if hit == nil || hit.Kind != Forbidden || hit.Topic != ClaimTopic || hit.Term == "" {
				t.Errorf("%s, %s: %q went out, hit %+v", answer, name, out, hit)
				continue
			}
			if !strings.HasPrefix(answer, out) || hit.Offset > len(out)+len(hit.Term) || len(out) >= len(answer) {
				t.Errorf("%s, %s: %q went out, hit at %d", answer, name, out, hit.Offset)
			}
			if again, second := say(ofAssistant, out); second != nil {
				t.Errorf("%s, %s: the claim itself went out: %q", answer, name, again)
			}
		}
	}
}

func TestWhatIsNoClaimPassesUnchanged(t *testing.T) {
	for _, answer := range noClaims {
		for name, pieces := range map[string][]string{"whole": {answer}, "in tokens": tokens(answer), "in bytes": strings.Split(answer, "")} {
			if out, hit := say(ofAssistant, pieces...); hit != nil || out != answer {
				t.Errorf("%s, %s: %q, hit %+v", answer, name, out, hit)
			}
		}
	}
}

func TestAClaimIsFoundWhereverTheAnswerIsCut(t *testing.T) {
	for _, answer := range slices.Concat(claimsMade, noClaims) {
		_, want := say(ofAssistant, answer)
		for cut := range answer {
			_, hit := say(ofAssistant, answer[:cut], answer[cut:])
			if (hit == nil) != (want == nil) || hit != nil && (hit.Offset != want.Offset || hit.Term != want.Term) {
				t.Errorf("%q cut at %d: %+v, want %+v", answer, cut, hit, want)
			}
		}
	}
}

func BenchmarkClaims(b *testing.B) {
	for name, text := range map[string]string{"no word of a claim": " kitchen", "words of claims": " I am glad you will be here with the pastor"} {
		b.Run(name, func(b *testing.B) {
			pieces := tokens(strings.Repeat(text, 20))
			b.ReportAllocs()
			for b.Loop() {
				guard := ofAssistant.Guard()
				for _, piece := range pieces {
					guard.Write(piece)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pieces)), "ns/token")
		})
	}
}
