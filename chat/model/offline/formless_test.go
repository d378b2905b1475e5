package offline_test

import "testing"

// What only asks about an appointment, a room or a ride opens no form.
func TestAQuestionOpensNoForm(t *testing.T) {
	for _, message := range []string{
		"do I need an appointment to see the pastor?", "can I go to confession without an appointment", "do we need to book an appointment for confession", "should I make an appointment first?", "must I make an appointment", "have I got to make an appointment", "is it ok to come without making an appointment, or do I need one",
		"do I have to book the hall for sunday?", "¿necesito cita para confesarme?", "¿tengo que hacer cita?", "¿se necesita cita para hablar con el padre?", "¿hay que sacar cita?", "¿puedo confesarme sin cita?", "¿hace falta pedir cita?", "necesito cita para confesarme?", "¿debo hacer cita?",
		"can my mother get into the hall on sunday with her wheelchair?", "can I get to the chapel on sunday by bus", "will you have mass in the chapel on sunday", "can we get through to the hall on sunday", "do you have the library open on sunday", "can I use the elevator to the hall on sunday",
		"¿puedo usar el estacionamiento del salón el domingo?", "¿tengo que reservar el salón para el domingo?",
		"can someone else pick up my son from sunday school?", "can anyone pick up my food box on friday", "can my sister or someone pick up our tickets on friday", "could someone else collect my daughter from the nursery on sunday",
		"¿puede otra persona recoger a mi hijo de la escuela dominical?", "¿alguien más puede recoger a mi hija de la guardería?", "¿puede alguien recoger mi despensa el viernes?",
	} {
		if got := withAll(t, seeingTo, message); len(got.Calls) != 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
}

// Who cannot keep an appointment books none: the office is told.
func TestWhoCancelsAnAppointmentBooksNone(t *testing.T) {
	for _, message := range []string{
		"I need to cancel my appointment on friday", "I can't make my appointment tomorrow", "please cancel my appointment with the pastor", "my appointment is at 3 but I won't make it, please cancel it", "I want to cancel our booking of the hall on saturday", "we won't be able to come to our appointment on friday",
		"necesito cancelar mi cita del martes", "no voy a poder llegar a mi cita de mañana", "quiero cancelar la cita con el padre", "ya no puedo ir a la cita del jueves",
	} {
		got := withAll(t, seeingTo, message, "Lena Moody 207 555 0167")
		if len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
	for _, message := range []string{"I need to reschedule my appointment", "can I change my appointment to friday", "quiero cambiar mi cita para el viernes", "necesito mover la cita"} {
		if got := withAll(t, seeingTo, message, "Lena Moody 207 555 0167"); len(got.Calls) > 0 && got.Calls[0].Name == "book_appointment" {
			t.Errorf("%q: %+v", message, got.Calls)
		}
	}
}

func TestWhatIsAWishOpensItsForm(t *testing.T) {
	for message, tool := range map[string]string{
		"I'd like an appointment with the pastor": "book_appointment", "necesito una cita con el padre": "book_appointment", "¿puedo sacar una cita?": "book_appointment", "can we have the fellowship hall on June 6": "request_facility_use", "could we get the hall on saturday for a birthday": "request_facility_use", "can we use the hall on June 6 for 40 people after the service": "request_facility_use",
		"could someone pick up my mother for church on sunday": "leave_message", "I need a ride to church on sunday": "leave_message", "¿alguien puede pasar por mi mamá el domingo?": "leave_message",
	} {
		if got := withAll(t, seeingTo, message, "Lena Moody 207 555 0167"); len(got.Calls) != 1 || got.Calls[0].Name != tool {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
}
