package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// An adult to whom something was done long ago is not told that it is being done to them, nor taken for a child.
func TestWhatIsOverIsKnownInTheLanguagesOfThePhraseBooks(t *testing.T) {
	for language, messages := range map[string]map[string]bool{
		"fr": {
			"J'ai été violée il y a dix ans": true, "Mon père me battait quand j'étais petite": true, "Mon oncle m'a touchée quand j'étais enfant": true,
			"Mon mari me frappe, nous nous sommes mariés il y a dix ans": false, "Il y a deux ans que mon mari me frappe": false, "mon mari m'a encore frappée hier soir": false,
			"J'ai 12 ans et mon père me battait quand j'étais petite": false, "J'ai été violée": false, "Mon mari m'a frappée. Nous nous sommes mariés il y a dix ans": false, "Le prêtre m'a touchée quand j'avais neuf ans": true,
		},
		"pt": {
			"Fui estuprada há dez anos": true, "Meu pai me batia quando eu era pequena": true, "Meu tio me tocou na infância": true,
			"Há dez anos que meu marido me bate": false, "meu marido me bateu de novo ontem": false, "Tenho 12 anos e meu pai me batia quando eu era pequena": false, "Fui estuprada": false, "Meu marido me bateu. Casamos há dez anos": false,
		},
		"pl": {
			"Zostałam zgwałcona dziesięć lat temu": true, "Ojciec bił mnie, kiedy byłam mała": true, "Wujek dotykał mnie w dzieciństwie": true,
			"Mąż mnie bije, ślub był dziesięć lat temu": false, "Mąż znowu mnie pobił": false, "Ojciec bił mnie w nocy, kiedy byłam mała": true, "Mam 12 lat, tata bił mnie, kiedy byłam mała": false, "Zostałam zgwałcona": false, "Mąż mnie pobił. Pobraliśmy się dziesięć lat temu": false,
		},
		"de": {
			"Ich wurde vor zehn Jahren vergewaltigt": true, "Mein Vater hat mich geschlagen, als ich klein war": true, "Mein Onkel hat mich in meiner Kindheit angefasst": true,
			"Mein Mann schlägt mich, wir haben vor zehn Jahren geheiratet": false, "Mein Mann hat mich gestern wieder geschlagen": false, "Ich bin 12 Jahre alt, mein Vater hat mich geschlagen, als ich klein war": false, "Ich wurde vergewaltigt": false,
		},
		"uk": {
			"Мене зґвалтували десять років тому": true, "Батько бив мене, коли я була маленькою": true, "Дядько чіпав мене в дитинстві": true,
			"Чоловік мене б'є, ми одружилися десять років тому": false, "Чоловік вчора побив мене": false, "Мені 12 років, батько бив мене, коли я була маленькою": false, "Мене зґвалтували": false,
		},
		"ru": {
			"Меня изнасиловали десять лет назад": true, "Отец бил меня, когда я была маленькой": true, "Дядя трогал меня в детстве": true,
			"Муж меня бьёт, мы поженились десять лет назад": false, "Муж вчера избил меня": false, "Мне 12 лет, отец бил меня, когда я была маленькой": false, "Меня изнасиловали": false, "Муж меня избил. Мы поженились десять лет назад": false,
		},
		"ar": {
			"اغتصبني قبل عشر سنوات": true, "كان أبي يضربني عندما كنت صغيرة": true, "عمي لمسني في طفولتي": true,
			"زوجي يضربني منذ عشر سنوات": false, "زوجي ضربني البارحة": false, "عمري 12 سنة، أبي ضربني عندما كنت صغيرة": false, "اغتصبني": false, "كان أبي يضربني كل يوم عندما كنت صغيرة": true, "زوجي ضربني. تزوجنا قبل عشر سنوات": false,
		},
		"ht": {
			"Yo te vyole m sa fè dis an": true, "Papa m te konn bat mwen lè m te piti": true, "Tonton m te manyen m lè m te timoun": true,
			"Mari m ap bat mwen, sa fè dis an": false, "Mari m bat mwen yè": false, "M gen 12 an, papa m te konn bat mwen lè m te piti": false, "Yo vyole m": false, "Papa m te bat mwen chak jou lè m te piti": true, "Mari m bat mwen. Nou marye sa fè dis an": false,
		},
		"tl": {
			"Ginahasa ako sampung taon na ang nakalipas": true, "Binubugbog ako ng tatay ko noong bata pa ako": true, "Hinipuan ako ng tito ko noong maliit pa ako": true,
			"Sinasaktan ako ng asawa ko, kinasal kami sampung taon na ang nakalipas": false, "Binugbog ako ng asawa ko kagabi": false, "12 anyos ako, binubugbog ako ng tatay ko noong bata pa ako": false, "Ginahasa ako": false, "Binubugbog ako ng tatay ko araw-araw noong bata pa ako": true, "Binugbog ako ng asawa ko. Kinasal kami sampung taon na ang nakalipas": false,
		},
		"vi": {
			"Tôi bị cưỡng hiếp cách đây mười năm": true, "Hồi nhỏ con bị bố đánh, bố đánh con": true, "Mười năm trước tôi bị hiếp dâm": true,
			"Chồng tôi đánh tôi. Chúng tôi cưới mười năm trước": false, "Chồng tôi đánh tôi hôm qua": false, "Con 12 tuổi, hồi nhỏ bố đánh con": false, "Tôi bị hiếp dâm": false, "Chồng tôi đánh tôi mỗi ngày": false,
		},
		"zh": {
			"十年前我被强奸了": true, "小时候爸爸打我": true, "我被强奸了，是十年前的事": true,
			"老公打我。我们十年前结婚": false, "老公昨天打我": false, "我12岁，小时候爸爸打我": false, "我被强奸了": false, "小时候爸爸每天打我": true,
		},
		"ko": {
			"십 년 전에 강간당했어요": true, "어릴 때 아빠가 때렸어요": true, "어렸을 때 아버지가 저를 때리곤 했어요": true,
			"남편이 때려요. 십 년 전에 결혼했어요": false, "남편이 어제 때렸어요": false, "저는 12살이에요. 어릴 때 아빠가 때렸어요": false, "강간당했어요": false, "남편이 때렸어요. 십 년 전에 결혼했어요": false, "어릴 때 아빠가 매일 때렸어요": true,
		},
	} {
		for message, over := range messages {
			finding, found := crisis.Assess(message, nil)
			if !found || finding.Past != over || finding.Unsure || over && (finding.Minor || finding.Language != language) {
				t.Errorf("%s: %s: %+v, %v, want it over: %v", language, message, finding, found, over)
			}
		}
	}
}
