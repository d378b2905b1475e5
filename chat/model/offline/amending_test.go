package offline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is put right behind the card is put right on it.
func TestACorrectionGoesOnTheCard(t *testing.T) {
	const visit, call = "We'd like to visit this Sunday, 2 of us", "Please call me, I'm Tom Hale, 207-555-0188"
	for name, test := range map[string]struct {
		says []string
		tool string
		want string
	}{
		"another number":       {[]string{call, card, "sorry I meant 207 555 0189"}, "request_callback", `{"name":"Tom Hale","phone":"207 555 0189"}`},
		"another date":         {[]string{visit, card, "Make it the 20th instead"}, "plan_visit", `{"party_size":2,"visit_date":"2026-12-20"}`},
		"another weekday":      {[]string{visit, card, "sorry, on Thursday"}, "plan_visit", `{"party_size":2,"visit_date":"2026-12-03"}`},
		"a number of people":   {[]string{visit, card, "and 5 people"}, "plan_visit", `{"party_size":5,"visit_date":"2026-12-06"}`},
		"the week after":       {[]string{visit, card, "No wait, I can't this week. The week after"}, "plan_visit", `{"party_size":2,"visit_date":"2026-12-13"}`},
		"one more to pray for": {[]string{"Please pray for my mother Ruth, she is ill", card, "actually can you add my dad Joe too"}, "submit_prayer_request", `{"request":"Please pray for my mother Ruth, she is ill\nactually can you add my dad Joe too"}`},
		"an hour":              {[]string{call, card, "not before noon"}, "request_callback", `{"name":"Tom Hale","phone":"207-555-0188","wished_time":"not before noon"}`},
		"grandma comes too":    {[]string{visit, card, "actually we'll be five, grandma is coming"}, "plan_visit", `{"party_size":5,"visit_date":"2026-12-06"}`},
		"said in full":         {[]string{visit, card, "sorry, we want to come on the 20th"}, "plan_visit", `{"party_size":2,"visit_date":"2026-12-20"}`},
		"mejor otro día":       {[]string{"Queremos ir el domingo, somos 2", carta, "perdón, mejor el 20"}, "plan_visit", `{"party_size":2,"visit_date":"2026-12-20"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := inAdvent(t, test.says...)
			var made [2]string
			if len(got.Calls) > 0 {
				made = [2]string{got.Calls[0].Name, got.Calls[0].Arguments}
			}
			if diff := cmp.Diff([2]string{test.tool, test.want}, made); diff != "" {
				t.Fatalf("%s%q", diff, got.text())
			}
		})
	}
}

// What was passed on cannot be taken back: what puts it right goes after it.
func TestACorrectionOfWhatWasPassedOnIsAMessage(t *testing.T) {
	const done = "I've passed your request on, and somebody from Grace Harbor Church will call you back."
	for name, test := range map[string]struct {
		says []string
		want string
	}{
		"a number": {[]string{"Please call me, I'm Tom Hale, 207-555-0188", card, "yes", done, "sorry the number is 207 555 0189"},
			`{"message":"Please call me, I'm Tom Hale, 207-555-0188\nsorry the number is 207 555 0189","phone":"207 555 0189"}`},
		"a number of people": {[]string{"We'd like to visit this Sunday, 2 of us", card, "yes please", done, "actually we'll be five, grandma is coming"},
			`{"message":"We'd like to visit this Sunday, 2 of us\nactually we'll be five, grandma is coming"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := inAdvent(t, test.says...)
			if len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || got.Calls[0].Arguments != test.want {
				t.Fatalf("%+v %q", got.Calls, got.text())
			}
		})
	}
}

func TestAQuestionBehindACardIsNoCorrection(t *testing.T) {
	for _, said := range []string{"thanks, where do we park?", "what time is church on the 20th?", "is 207-555-0149 the office?", "is 207-555-0149 the office", "are you open on the 20th"} {
		for _, says := range [][]string{{"Please call me, I'm Tom Hale, 207-555-0188", card, said}, {"We'd like to visit this Sunday, 2 of us", card, said}, {"Please call me, I'm Tom Hale, 207-555-0188", card, "yes", "Done.", said}} {
			if got := inAdvent(t, says...); len(got.Calls) > 0 {
				t.Errorf("%q: %+v", says, got.Calls)
			}
		}
	}
}

// Another wish behind a card is that wish, however it begins.
func TestAnotherWishBehindACardIsNoCorrectionOfIt(t *testing.T) {
	for _, said := range []string{"Actually, can someone call me tomorrow instead", "actually can someone call me instead, 207-555-0188", "Actually, could somebody call me tomorrow?"} {
		if got := inAdvent(t, "We'd like to visit this Sunday, 2 of us", card, said); len(got.Calls) > 0 && got.Calls[0].Name != "request_callback" || len(got.Calls) == 0 && !strings.Contains(got.text(), "name") {
			t.Errorf("%q: %+v %q", said, got.Calls, got.text())
		}
	}
}

// A courtesy behind what was passed on sends nothing more.
func TestACourtesyBehindWhatWasPassedOnIsNoMessage(t *testing.T) {
	for _, said := range []string{"Sorry to bother you", "sorry for the trouble", "Gracias, perdón por la molestia", "Mejor así, gracias"} {
		if got := inAdvent(t, "Please pray for my mother Ruth, she is ill", card, "yes", "I've passed it on.", said); len(got.Calls) > 0 {
			t.Errorf("%q: %+v", said, got.Calls)
		}
	}
}

// Who has not answered a card is told that nothing was passed on yet.
func TestWhatIsNotUnderstoodLeavesTheCardOpen(t *testing.T) {
	got := inAdvent(t, "Please call me, I'm Tom Hale, 207-555-0188", card, "the purple ones are nicer")
	if len(got.Calls) > 0 || !strings.Contains(got.text(), "Nothing has been passed on yet.") {
		t.Errorf("%+v", got)
	}
	got = inAdvent(t, "Please pray for my mother Ruth, she is ill", card, "the purple ones are nicer", "", "yes please")
	if len(got.Calls) != 1 || got.Calls[0].Arguments != `{"request":"Please pray for my mother Ruth, she is ill"}` {
		t.Errorf("shown once more: %+v", got)
	}
}

// Who wants somebody of the church to be told something leaves a message.
func TestWhoIsToBeToldSomethingGetsAMessage(t *testing.T) {
	for _, said := range []string{"can you tell pastor dan we will be late", "please let father declan know the wake is on thursday", "le avisas a la hermana lupita que no voy", "dígale al pastor que no voy a poder ir el domingo"} {
		if got := inAdvent(t, said); len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || !strings.Contains(got.Calls[0].Arguments, said[len(said)-12:]) {
			t.Errorf("%q: %+v %q", said, got.Calls, got.text())
		}
	}
	for _, said := range []string{"could you tell me where you are", "how do I tell them the truth", "what did the priest tell them about fasting?"} {
		if got := inAdvent(t, said); len(got.Calls) > 0 {
			t.Errorf("%q: %+v", said, got.Calls)
		}
	}
}
