package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// A school, a club and a parish beat nobody but at games; those who are there may.
func TestOnlyATeamThatPlaysBeatsInPlay(t *testing.T) {
	for message, danger := range map[string]bool{
		"The boys at school beat me up every day": true, "The boys at school beat me": true, "the nuns at our school beat us": true, "the priest at the parish beats me": true, "the leader of our youth club beats me": true,
		"the kids at my school beat me every day": true, "the coach of my son's team beats them": true, "the deacon at your parish beats us": true, "the boys in the choir beat me": true,
		"the priest at your school beat us yesterday": true,

		"your team beat us last night": false, "Your school beat us yesterday": false, "congrats, your parish team beat us again": false, "the other team beat us": false, "our team beat them last night, it was great": false,
		"chess club beat me again | checkmate in nine lol": false, "Basketball team beat us again lol": false,
	} {
		if f, found := crisis.Assess(message, nil); found != danger {
			t.Errorf("%q: %v, %+v", message, found, f)
		}
	}
}
