package question

import "testing"

func TestWhoIsToBeToldSomethingIsNoQuestionOfWhatIsTold(t *testing.T) {
	for message, want := range map[string]bool{
		"can you tell them we will be late": true, "will you tell pastor dan i said hi": true, "le avisas a la hermana lupita que no voy": true,
		"please let pastor dan know i wont be there sunday": true, "would you let fr declan know the wake is on thursday": true, "dígale al pastor que no voy a poder ir el domingo": true,
		"Tell Father Declan thank you": true, "I just want to tell Pastor Dan thank you": true, "¿Puede decirle al padre que mi mamá ya salió del hospital?": true, "can you tell sister maria our group is coming": true,

		"will you tell my husband what i write": false, "can you tell my husband where i am": false, "can you tell the police": false, "tell me about baptism": false,
		"will you tell pastor dan what i wrote": false, "do you tell the pastor that i was here": false, "could you tell me where you are": false, "should I tell the pastor I'm leaving my wife?": false,
		"how do I tell them the truth": false, "¿le dicen al pastor lo que escribo?": false, "can you tell them about me": false, "What did the priest tell them about fasting?": false, "Will you let him know my name?": false,
	} {
		if got := PassesOn(message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}
