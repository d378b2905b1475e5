package relay

import "testing"

func TestWhoWantsAPersonIsUnderstood(t *testing.T) {
	for said, want := range map[string]wish{
		"Can I talk to a person, please?": person, "I'd like to speak with the pastor": person, "could you connect me to someone in the office": person, "Can you put me through to the secretary?": person, "transfer me to a real person": person,
		"Comuníqueme con el pastor, porfa": person, "páseme con alguien": person, "Pásame con una persona": person, "¿Me puede comunicar con una persona?": person, "quisiera hablar con una persona por favor señorita": person,
		"oiga, quiero hablar con el padre": person, "disculpe, me puede pasar con la secretaria": person, "necesito hablar con alguien de la oficina": person,
		"can I talk to someone about baptism": none, "I talked to the pastor": none, "who can I talk to about my marriage": none, "I need to talk to someone, I want to die": none, "can you call my husband": none, "can I talk to you": none,
		"quiero hablar con el pastor sobre mi matrimonio": none, "ya hablé con el pastor": none, "quiero hablar con mi hijo": none, "no quiero hablar con el pastor": none, "puedo hablar con usted": none, "pase con cuidado": none, "hablar con Dios": none,
	} {
		if got := wished(said); got != want {
			t.Errorf("%q is %d, want %d", said, got, want)
		}
	}
}
