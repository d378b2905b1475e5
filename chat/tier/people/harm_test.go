package people

import (
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
)

func stAgnes() *church.Snapshot {
	c := &church.Snapshot{PastorName: "Fr. Tomás O'Dea", Staff: []church.StaffMember{{Name: "Ana García-López"}, {Name: "Deacon Emeka Obi"}, {Name: "Dr. Eve Park"},
		{Name: "Fr. Joseph Vo"}, {Name: "Bo Xu"}, {Name: "Will Turner"}, {Name: "May Chen"}, {Name: "Pastors Dan and Lisa Brown"}, {Name: "María de los Ángeles"}}}
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
		"Father Emeka has been touching my son": true, "Father Emeka tried to kiss my daughter": true, "It was Emeka Obi who molested my son": true, "Father Emeka is the one who raped me": true, "el padre Emeka está tocando a mi hija": true,
		"el padre Emeka ha abusado de mi hijo": true, "a mi hija la violó Emeka Obi": true, "me tocó Ana García-López": true, "my son was molested by your Deacon Emeka": true, "my son was molested by our music teacher Emeka Obi": true,
		"Father Vo touched my son": true, "Bo Xu hit my boy": true, "Revd. Obi touched me": true, "Canon O'Dea touched my son": true, "el reverendo Emeka me besaba": true, "la Srta. García le pega a mi hija": true,
		"Fr. Tom O'Dea touched my son": true, "Emeka Obi, our deacon, molested my son": true, "Deacon Emeka from our parish has been hitting my boy": true, "el padre Emeka quiso besar a mi hija": true, "Mr. Obi started touching me": true,
		"abusó de mi hijo el padre Emeka": true, "el que violó a mi hija es el diácono Emeka": true, "the man who molested my son is Emeka Obi": true, "Deacon Emeka did things to my daughter": true, "a mi nieta la manosea el señor Obi": true,
		"Father Emeka used to beat us": true, "we trusted Father Tomás, who raped my daughter": true, "Father Will hit my son": true, "Sister María hits my daughter": true, "Pastor Dan slapped my son": true, "Lisa Brown hurts my daughter": true,
		"The priest Tomás keeps touching my daughter": true, "Deacon Obi used to hit me": true, "it was the deacon, Emeka Obi, who raped my daughter": true, "mi hija dice que el diácono Emeka le pegó": true, "el padre O'Dea siempre anda tocando a mi hijo": true,
		"a mi sobrino lo golpeó Emeka Obi": true, "fui violada por el diácono Emeka": true, "the person who abused my son was Ana García-López": true, "Fr Vo exposed himself and touched me": true, "Pastor Will hit my son": true, "Msgr. Vo wanted to kiss me": true,
		"Emeka Obi, who teaches Sunday school, molested my boy": true, "Deacon Emeka locked the door and raped me": true, "el padre Emeka cerró la puerta y me violó": true, "Father Tomás, who raped my daughter, is still here": true,
		"Father Emeka knows that my husband beats me": false, "my father may beat me tonight": false, "mi padre me pega y el padre Tomás no lo sabe": false, "I asked Deacon Emeka who hit my son": false, "Father Tomás was threatened by my brother": false,
		"my brother long abused me, Ana García-López knows": false, "mi esposo golpeó a Emeka Obi": false, "Father Tomás knows my husband drinks and hits me": false, "Father Tomás prays for us and my husband hits me": false, "I told Father Tomás everything and hit the road": false,
		"My father will hit me when he gets home": false, "my father may hurt me": false, "my brother may hit my sister again": false, "My father drinks and hits me": false, "mi padre los golpea": false, "mi hermano los maltrata": false,
		"My sister says Tomás hit her": false, "MY FATHER WILL HIT ME": false, "I told Father Tomás who hit me": false, "Le dije al padre Tomás que me pega": false, "Father Tomás was hurt when my husband hit me": false,
		"mi esposo le pega a Emeka Obi": false, "mi esposo me pega, padre Tomás": false, "Mi tío me tocó. Emeka Obi me ayudó": false, "Mi tío me tocó, Emeka Obi me ayudó": false, "My husband hits me. Father Tomás touched my heart": false,
		"I was raped by my uncle and Father Tomás knows": false, "my son was molested by my uncle, Father Tomás knows": false, "My husband hits me, can Fr. Tomás touch base with me?": false, "Father Tomás did not touch my son": false,
		"The deacon says Emeka was hit by his father": false, "me pega mi esposo y Ana García-López lo sabe": false, "Father Tomás at church my husband hits me": false,
		"My uncle molested my son and I told Father Tomás": false, "I told Deacon Emeka that my husband rapes me": false,
	} {
		finding := crisis.Finding{Category: crisis.ChildAtRisk}
		if got := harmed(stAgnes(), finding, message); got != accused {
			t.Errorf("%q: %v", message, got)
		}
	}
	if harmed(stAgnes(), crisis.Finding{Category: crisis.Suicide}, "Father Tomás hit me") {
		t.Error("of another danger")
	}
	if _, found := Accusation(stAgnes(), []string{"Fr. Tomás touched my son", "what do I do now"}); !found {
		t.Error("it is forgotten")
	}
}

// A heart and a guitar are touched without harm, but not whoever is touched beside one.
func TestOnlyWhatIsTouchedItselfExcusesIt(t *testing.T) {
	for message, accused := range map[string]bool{
		"Emeka Obi touched me at piano practice": true, "Emeka Obi raped me after organ practice": true, "Emeka Obi hit me over guitar lessons": true, "Emeka Obi me tocó junto al piano": true, "el diácono Emeka me besó en la puerta": true,
		"Emeka Obi touched her in organ class": true, "Emeka Obi touched the base of my back": true, "Emeka Obi touched his organ and made me watch": true, "Emeka Obi molested the piano students": true, "Emeka Obi abused her soul": true, "Emeka Obi touched her on the heart": true,

		"Emeka Obi touched my heart": false, "Emeka Obi touches so many lives": false, "Emeka Obi touched everyone's hearts": false, "Emeka Obi toca el piano": false, "Emeka Obi toca muy bien la guitarra": false, "Emeka Obi me tocó el corazón": false,
		"Emeka Obi tried to touch base with me": false, "Emeka Obi touched upon it": false, "Emeka Obi touches on the soul": false, "Emeka Obi hit the organ with his books": false, "Emeka Obi tocó a la puerta": false, "Emeka Obi toca un tema": false, "Emeka Obi toca nuestro órgano": false,
	} {
		if got := harmed(stAgnes(), crisis.Finding{Category: crisis.Abuse}, message); got != accused {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// The safeguarding contact may serve at the church besides, or share a name with somebody who does.
func TestWhoIsThereForSafeguardingIsNotToldOfThemselves(t *testing.T) {
	for _, test := range []struct {
		contact, message string
		accused          bool
	}{
		{"Eve Park", "Eve Park molested my son", false}, {"Eve Park", "Dr. Park touched my daughter", false}, {"Mrs. Eve M. Park", "Eve Park is touching my son", false},
		{"Grace Obi", "Mrs Obi hits my son", false}, {"Grace Obi", "Deacon Emeka hits my son", true}, {"Grace Obi", "Emeka Obi hits my son", true}, {"Grace Obi", "Mr. Emeka Obi hits my son", true},
	} {
		c := stAgnes()
		c.Safeguarding.Name = test.contact
		if got := harmed(c, crisis.Finding{Category: crisis.ChildAtRisk}, test.message); got != test.accused {
			t.Errorf("%q, where %s is there for safeguarding: %v", test.message, test.contact, got)
		}
	}
	c := stAgnes()
	c.Safeguarding.Name = "Eve Park"
	for _, message := range []string{"Deacon Eve Park molested my son", "Pastor Eve Park raped me"} {
		if finding, found := crisis.Assess(message, nil); !found || Accuses(c, finding, message) {
			t.Errorf("%q: %+v", message, finding)
		}
		if _, found := Accusation(c, []string{message}); found {
			t.Errorf("%q goes to her alone", message)
		}
	}
}

// Many tell what was done first, and by whom only when they are asked.
func TestWhoIsNamedAfterwardsIsAccused(t *testing.T) {
	for _, test := range []struct {
		said    []string
		accused bool
	}{
		{[]string{"My uncle says my son was molested", "It was Father Tomás."}, true}, {[]string{"someone molested my son", "No, it was Father Tomás!"}, true}, {[]string{"someone molested my son", "No fue ella, fue Emeka Obi"}, true}, {[]string{"someone molested my son", "It was not Emeka Obi"}, false}, {[]string{"someone raped my daughter", "It was here", "by Emeka Obi, our deacon"}, true},
		{[]string{"alguien violó a mi hija", "Fue el padre Tomás"}, true}, {[]string{"someone molested my son", "Deacon Emeka did it"}, true}, {[]string{"abusaron de mi hijo", "lo hizo Ana García-López"}, true},
		{[]string{"someone molested my son", "can Father Tomás call me?"}, false}, {[]string{"someone molested my son", "Father Tomás"}, false}, {[]string{"someone molested my son", "Father Tomás was very kind to us"}, false},
		{[]string{"someone molested my son", "Is it Father Tomás who says Mass?"}, false}, {[]string{"I want to die", "It was Father Tomás."}, false}, {[]string{"someone molested my son", "It was Eve Park"}, false},
	} {
		finding, found := Accusation(stAgnes(), test.said)
		if found != test.accused || found && (!finding.ByClergy || finding.Category != crisis.ChildAtRisk && finding.Category != crisis.Abuse) {
			t.Errorf("%q: %v, %+v", test.said, found, finding)
		}
	}
}
