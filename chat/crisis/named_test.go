package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// A name tells nothing by itself: what is done to a child of the writer's does.
func TestWhoHarmsAChildIsFoundByAnyName(t *testing.T) {
	for message, clergy := range map[string]bool{
		"David Smith molested my son": false, "Paul molested my son": false, "Mr. Jones molested my son": false, "Kevin Smith is molesting my daughter": false, "Kevin raped my daughter": false,
		"James Smith touched my daughter inappropriately": false, "Pedro Gómez violó a mi hija": false, "Juan abusó de mi hijo": false,
		"Fr. Tomás touched my son": true, "Fr Emeka hit my boy after Mass": true, "Fr. Emeka raped me": true, "Msgr. Nguyen molested my daughter": true,
	} {
		finding, found := crisis.Assess(message, nil)
		if !found || finding.Unsure || finding.ByClergy != clergy || finding.Category != crisis.ChildAtRisk && finding.Category != crisis.Abuse {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"God touched my son at camp", "the sermon touched my daughter", "The song Father Tomás wrote touched my son deeply", "Fr. Brown hit my favourite hymn", "Fr Tomás touches our hearts", "Fr Declan hit it off with my son",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}
