package ask

import "strings"

// What a question is about that has the words of a subject, and yet another meaning: what belongs to the visitor, or what they offer or
// want to be given. The words are those of both languages.
var (
	mine     = setOf("my mi mis")
	reached  = setOf("phone telephone number cell mobile email e mail address telefono celular numero correo direccion domicilio ubicacion")
	garments = setOf("clothes clothing ropa")
	worn     = setOf("wear wearing dress dressed dressy attire code outfit vestir vestirme vestido vestida viste vestimenta codigo ponerme usar llevar formal casual")
	wanting  = setOf(`need needs want have has give gives get got looking find any free offer offers provide take bring donate
		necesitan quiero tienen tiene tienes hay dan da ofrecen busco buscando regalan consigo donar`)
	churchs = setOf("church churchs parish parishs iglesia parroquia templo")
)

// Who asks whether they need clothes asks what to wear. Spanish has one word for asking and for wanting, and asks with a kind of clothes.
var (
	asksNeed  = phrasesOf("do i need to have", "do we need to have", "do i have to have", "do we have to have", "do i need", "do we need", "do i really need", "will i need", "will we need", "would i need", "would we need", "do people need")
	needing   = setOf("necesito necesitamos")
	befitting = setOf("buena elegante especial fina")
)

// tellsOfOwn reports whether a text is about the visitor's own number or address: "do you have my new phone number?"
func tellsOfOwn(text string) bool {
	near := 0 // how many of the next words are the visitor's
	for w := range strings.FieldsSeq(text) {
		if near > 0 && reached[w] {
			return true
		}
		switch near--; {
		case mine[w]:
			near = 2
		case churchs[w]:
			near = 0 // "my church's address"
		}
	}
	return false
}

// wantsClothes reports whether a text asks for clothes, and not for what to wear.
func wantsClothes(text string) bool {
	asked, wanted, needed, befits := false, false, false, false
	for w := range strings.FieldsSeq(asksNeed.removedFrom(text)) {
		if worn[w] {
			return false
		}
		asked, befits = asked || garments[w], befits || befitting[w]
		wanted, needed = wanted || wanting[w], needed || needing[w]
	}
	return asked && (wanted || needed && !befits)
}

// offering is how somebody offers to do something, or asks whether people for it are wanted, rather than what there is.
var offering = phrasesOf("i play", "i sing", "to play", "to sing", "i join", "to join", "i watch", "to watch the kids", "you need", "tocar", "cantar", "necesitan")

// Meant reports whether a subject whose words are in a text is what it asks for.
func (s Subject) Meant(text string) bool {
	switch s {
	case Phone, Email, Address:
		return !tellsOfOwn(text)
	case Music, Children:
		return !offering.in(text)
	case Dress:
		return !wantsClothes(text)
	}
	return true
}
