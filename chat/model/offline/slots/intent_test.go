package slots

import "testing"

func TestANoThatAnswersWhatWasAskedBeforeDeniesNoRequest(t *testing.T) {
	for message, asked := range map[string]bool{
		"No, please pray for my mother": true, "No, call me back please": true, "No, necesito oración": true,
		"no me llamen por favor": false, "don't call me back": false, "please do not pray for me": false, "no, no me llamen": false,
	} {
		if got := intentOf(message); (got != nil) != asked {
			t.Errorf("%q: %v", message, got)
		}
	}
}
