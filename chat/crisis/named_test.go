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
		"Kevin Smith molested my 6 year old son": false, "Rick raped my 8-year-old daughter": false, "Kevin fondled my two little girls": false, "Dave groped my daughter": false, "Tony assaulted my son last night": false,
		"Rick raped my daughters": false, "Sam groomed my niece online": false, "David violó a mis hijas": false, "Juan abusó de mis dos niños": false, "Luis manoseó a nuestra hijita": false, "Pedro abusaba de nuestras nietas": false,
		"Yesterday my daughter said Fr. Emeka molested her": true, "Last week Fr. Emeka raped me": true, "When I was 12 Fr. Emeka raped me": true, "I think Rev. Obi molested my daughter": true, "Last summer Msgr. Nguyen molested my daughter": true, "Revd. Kim touched my 6 year old son": true,
		"Fr. Tomás touched me in his prayer room": true, "Rev. Jones beat me at the rectory": true, "Fr. Dave beat me at tennis practice": true, "Rev. Obi hit me with his belt": true, "Fr Dave hit me": true, "fr emeka touched me": true,
		"Fr. Tomás touched my son": true, "Fr Emeka hit my boy after Mass": true, "Fr. Emeka raped me": true, "Msgr. Nguyen molested my daughter": true,
	} {
		finding, found := crisis.Assess(message, nil)
		if !found || finding.Unsure || finding.ByClergy != clergy || finding.Category != crisis.ChildAtRisk && finding.Category != crisis.Abuse {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{"abusaron de mí cuando era niña", "mi hermano abusaba de mí cuando éramos niños", "violaron a mí de niña"} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Rule == "child.by_somebody_named" {
			t.Errorf("%q is told of another child: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"God touched my son at camp", "the sermon touched my daughter", "The song Father Tomás wrote touched my son deeply", "Fr. Brown hit my favourite hymn", "Fr Tomás touches our hearts", "Fr Declan hit it off with my son",
		"Fr. Tomás touched me with his homily", "Rev. Obi touched us all with his words at the funeral", "Fr Dave beat me at pickleball", "Rev. Jones hit me up yesterday about the choir", "fr yalls worship hit me", "fr this place touched me",
		"Fr. Dan beat us at chess again", "Rev. Kim beat me in a game of darts", "Fr Luis nos tocó con sus palabras", "Fr. Tom hit us with a good question", "Monsignor touched everyone by his kind words", "fr that homily hit me",
		"she groomed my daughter's horse", "they abused our kindness at the children's fair", "the parable touched my 6 year old son", "Rev. Kim beat me to it",
		"Fr. Dan touched everyone with his beautiful eulogy", "Fr Tom hit me up for the bake sale", "fr y'all's choir touched me", "Fr Luis nos conmovió con sus palabras", "my son was groomed by the barber before his baptism",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}
