package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

func TestAThreatToALeavingWifeAndASearchForAWayToDieAreFound(t *testing.T) {
	for message, want := range map[string]crisis.Category{
		"o meu marido disse que me mata se eu for embora": crisis.Abuse, "meu namorado falou que me mata": crisis.Abuse, "ele disse que me mata se eu contar": crisis.Abuse,
		"meu ex jurou que me mata": crisis.Abuse, "meu marido diz que se eu sair ele me mata": crisis.Abuse,
		"죽을 방법을 찾아봤어요": crisis.Suicide, "그냥 사라지고 싶어요": crisis.Suicide, "죽는 방법을 검색했어요": crisis.Suicide,
		"esse calor me mata": "", "a saudade me mata": "", "meu marido disse que vem domingo": "", "이 일을 할 방법을 찾아봤어요": "", "예수님이 죽으신 날이 언제예요": "",
	} {
		if f, _ := crisis.Assess(message, nil); f.Category != want {
			t.Errorf("%s: %+v, want %s", message, f, want)
		}
	}
}
