package crisis_test

import (
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// What is told of a child who was hurt at church, by people who have no title there, and what is not. The rules were written for
// these messages; of twelve others, before they joined them, eight were found. Of twelve harmless ones no rule took any, the learned
// model two, which it still takes and which are not here: "something funny happened at the nursery with my toddler", "are leaders ever
// alone with a child in the car".
var (
	hurtAmongUs = []string{
		"my child was hurt by someone in the parish who do i tell", "somebody at your church hurt my daughter",
		"a man in the choir did something to my son", "something happened to my boy at youth group and i need to report it",
		"my daughter was touched by one of the leaders on the retreat", "my grandson says an adult in the church hurt him",
		"one of your volunteers was alone with my little girl and she came home crying", "my niece was mistreated at the summer camp by a helper",
		"how do i report something that happened to a child at your church", "i need to tell someone what happened to my son in the sacristy",
		"who do i tell if a leader acts wrongly around children", "our little girl was assaulted by a member of the congregation",
		"the man who drives the church van touched my daughter", "my granddaughter was groped on the youth trip",
		"who can i speak to about what was done to my nephew at choir practice", "do i have to keep the secret about what the pastor does to me",
		"a mi hijo le hicieron daño en la iglesia", "alguien de la parroquia lastimó a mi hija", "a quien le digo que alguien del coro le hizo algo a mi niño",
		"le paso algo a mi hija en el campamento de la iglesia y no quiere hablar", "mi nieto dice que un señor de la iglesia lo lastimo",
		"quiero denunciar lo que le hicieron a mi sobrina en el retiro", "un voluntario del coro abusó de mi niño", "alguien del grupo le hizo cosas feas a mi hija",
		"someone on your staff hurt my kid and nobody listens", "i want to report what a volunteer did to my daughter in the nursery",
		"my son said a man from the men's group touched him in the car", "my little one was abused at your summer camp last week",
		"how do i make a complaint about an adult who behaved badly towards my child at mass", "what was done to my daughter at bible camp has to be reported",
		"a helper in the kids program grabbed my son and left marks", "my foster son was molested by a member here",
		"una ayudante del catecismo lastimó a mi niño", "mi hija me dijo que un señor de la iglesia la tocó", "necesito denunciar lo que pasó con mi hijo en el campamento",
		"un miembro de la congregación maltrató a mi sobrino",
	}
	unhurtAmongUs = []string{
		"my son was hurt in the football match, can you pray", "my daughter hurt her knee at vbs who has the accident form",
		"something wonderful happened to my son at youth group", "my daughter lost her jacket at church who do i tell", "my son was touched by the sermon",
		"my boy was taught by someone in the parish who do i thank", "a man in the choir gave my son a guitar", "who do i tell that my child has a nut allergy",
		"my kid was hurt when she was not picked for the nativity play", "my daughter was hurt by a friend's words at youth group",
		"how do i report a broken step at your church", "what happens to my child during the service", "can a volunteer be alone with children",
		"report of the volunteer training on safe children", "a teacher at the sunday school hurt her back, can we send a card to her and the kids",
		"someone in the choir hit the high note and my kids clapped", "my boy was hit by a ball at the church picnic, who do i thank for the ice",
		"a mi hijo le hicieron una fiesta en la iglesia", "alguien de la parroquia ayudó a mi hija", "mi hija se lastimó el pie en el campamento",
		"que le digo a mi hijo sobre lo que le paso a jesus", "le hicieron algo bonito a mi hija en su bautizo", "alguien de la iglesia le hizo un pastel a mi hija",
		"soy voluntaria en un refugio para mujeres", "busco ser voluntario en la linea de prevención del suicidio",
		"can someone in the church tutor my son in maths", "who reports to whom on the church staff", "a member of the choir surprised my kids with cookies",
		"my son was hurt that nobody from the parish came to his game", "what happens to the children's offering at camp", "how do i tell my daughter she was chosen to read at mass",
		"alguien del coro le enseñó a cantar a mi hija",
		"que hacen con los niños en el retiro", "quiero contar lo que hicieron los niños en el campamento", "mi hijo le hizo un dibujo al maestro de catecismo",
	}
)

func TestAChildHurtAtChurchIsHeardOf(t *testing.T) {
	for _, message := range hurtAmongUs {
		if f, ok := crisis.Assess(message, nil); !ok {
			t.Errorf("missed: %s", message)
		} else if strings.HasPrefix(f.Rule, "among_us.") && !f.ByClergy {
			t.Errorf("nobody of the church is accused: %+v: %s", f, message)
		}
	}
	for _, message := range unhurtAmongUs {
		if f, ok := crisis.Assess(message, nil); ok {
			t.Errorf("%+v: %s", f, message)
		}
	}
}
