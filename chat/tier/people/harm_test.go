package people

import (
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
)

func stAgnes() *church.Snapshot {
	c := &church.Snapshot{PastorName: "Fr. Tomás O'Dea", Staff: []church.StaffMember{{Name: "Ana García-López"}, {Name: "Deacon Emeka Obi"}, {Name: "Dr. Eve Park"}}}
	c.Safeguarding.Name = "Dr. Eve Park"
	return c
}

// The name of somebody who serves at a church is not in any list of ours.
func TestWhoAccusesOneOfTheChurchsPeopleByNameIsHeard(t *testing.T) {
	for message, accused := range map[string]bool{
		"Father Tomás touched my son inappropriately": true, "Fr. Tomas O'Dea touched my son": true, "Ana García-López is hurting my daughter": true, "Emeka Obi molested my son": true, "Deacon Emeka hit my boy after Mass": true,
		"Mr Obi raped me": true, "my daughter was molested by Father O'Dea": true, "padre Tomás tocó a mi hija": true, "Ana García López le pega a mi hija": true,
		"My father Tomás hit me":                    true, // in doubt
		"My husband hit me, can Fr. Tomás call me?": false, "Tomás molested my son": false, "Ana is hurting my daughter": false, "Father Moran molested my son": false, "Eve Park molested my son": false,
		"My uncle molested my son and I told Father Tomás": false, "I told Deacon Emeka that my husband rapes me": false,
	} {
		finding := crisis.Finding{Category: crisis.ChildAtRisk}
		if got := Harmed(stAgnes(), finding, message); got != accused {
			t.Errorf("%q: %v", message, got)
		}
	}
	if Harmed(stAgnes(), crisis.Finding{Category: crisis.Suicide}, "Father Tomás hit me") {
		t.Error("of another danger")
	}
	if _, found := Accusation(stAgnes(), []string{"Fr. Tomás touched my son", "what do I do now"}); !found {
		t.Error("it is forgotten")
	}
}
