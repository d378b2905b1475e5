package disclosure_test

import (
	"testing"

	"narthex/chat/disclosure"
)

// To call a visitor is for the church's people, who are asked to in another tier: it is no question whether the assistant calls others.
func TestWhoWantsToBeReachedAsksNothingAboutTheAssistant(t *testing.T) {
	for _, message := range []string{
		"call me back please", "can you call me", "could you please call me about the baptism", "please call me", "Please call me.", "can you call me back please?", "would you call me tomorrow", "can you call me at 207 555 0199", "call us back on Monday",
		"comuniqueme con el pastor porfa", "paseme con alguien", "pasame con una persona", "me puede comunicar con una persona", "páseme con el padre por favor", "quisiera hablar con una persona por favor señorita", "comunícame con la secretaria",
		"me puede llamar?", "puede llamarme", "llámeme por favor",
	} {
		if asked, ok := disclosure.Recognise(message, nil); ok {
			t.Errorf("%q asks about %v", message, asked.Subjects)
		}
	}
}

// Whom others are to be called for is told who can.
func TestWhoWantsOthersCalledAsksWhetherTheAssistantCan(t *testing.T) {
	for _, message := range []string{
		"can you call my husband", "call somebody for me, I'm scared", "can you call an ambulance for me", "can you call me an ambulance", "can you call the police for me", "please call my mom", "can you call me when the police come", "can you call me a doctor",
		"puede llamar a mi esposo", "puede llamarme a una ambulancia", "puede llamar a la policía por mí", "llame a mi mamá por favor", "puede avisar a alguien por mí", "me llamas a mi esposo",
	} {
		asked, ok := disclosure.Recognise(message, nil)
		if !ok || asked.Subjects[0] != disclosure.Call {
			t.Errorf("%q asks about %v", message, asked.Subjects)
		}
	}
	for _, message := range []string{"are you a real person?", "¿hablo con una persona?", "estoy hablando con una persona", "am I talking to a person", "hay una persona ahí"} {
		if asked, ok := disclosure.Recognise(message, nil); !ok || asked.Subjects[0] != disclosure.Person {
			t.Errorf("%q asks about %v", message, asked.Subjects)
		}
	}
}

// None of these is among the lessons.
func TestWhatTheChurchAndItsPeopleAreAskedIsNoQuestionAboutTheAssistant(t *testing.T) {
	for _, message := range []string{
		"r u open thurs nite", "u guys open on mlk day?", "what day r u closed", "hoy abren o no",
		"will they make me go up to the front", "do i gotta introduce myself to the whole room", "will you embarrass me in front of people its my first time", "me van a pedir que hable enfrente de todos",
		"can you tell Marcus that Liam is sick and isn't coming to youth", "let priya know the check is in the mail", "tell sister ann ill bring the cake at 3", "le dice al pastor Efrain que ya llegamos",
		"i have no idea what to ask. just lonely i suppose",
	} {
		if q, ok := disclosure.Recognise(message, nil); ok {
			t.Errorf("%q asks about %v", message, q.Subjects)
		}
	}
}
