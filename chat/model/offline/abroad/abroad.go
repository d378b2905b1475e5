// Package abroad lets the offline model be of use to who writes in a language that it has no answers in: it finds the plain question
// that a short message asks, in the church's language, and says in the visitor's that the answer is in that one. Languages are those
// that static/messages has an abroad.json in; what their words for a subject are is in the table below.
package abroad

import (
	"slices"
	"strings"

	"narthex/chat/words"
	"narthex/static/messages"
)

var notices = messages.Load("abroad")

// Notice says in a visitor's language in which one the answer is, "" where it is their own or there are no texts in theirs.
func Notice(visitors, answers string) string {
	texts, known := notices[visitors]
	if !known || visitors == answers {
		return ""
	}
	return texts["in."+answers]
}

// subject is what people ask for first, by its plain question in each language that there are answers in.
type subject struct {
	asked map[string]string // by language of the answer
	words string            // parts of folded words that tell of it, in all languages, apart by "|"
	held  bool              // it is held in a language, which may be asked for
}

// subjects are looked for in this order: who asks for food for the children is hungry first.
var subjects = []subject{
	{asked: map[string]string{"en": "Where can I park?", "es": "¿Dónde me puedo estacionar?"},
		words: "garer|stationne|parkplatz|parken|parking|estacionamento|estacionar|parcheggi|zaparkowa|pakin|parada|đậu xe|đỗ xe|주차|парков|停车|موقف السيارات"},
	{asked: map[string]string{"en": "What is your phone number?", "es": "¿Cuál es el número de teléfono?"},
		words: "telephone|telefon|telepono|điện thoại|전화|телефон|电话|هاتف"},
	{asked: map[string]string{"en": "I need food", "es": "necesito comida"},
		words: "manger|nourriture| essen|lebensmittel|comida|alimentos|cibo|mangiare|jedzeni|manje|pagkain|thức ăn|음식|식료품|еда|еды|продукт|食物|食品|طعام"},
	{asked: map[string]string{"en": "How can I get baptized?", "es": "¿Cómo puedo bautizarme?"},
		words: "baptise|bapteme|taufe|batiza|batismo|battezz|battesim|ochrzci|chrzest|batize|batem|binyag|rửa tội|báp têm|세례|крести|крещ|洗礼|受洗|معمودية"},
	{asked: map[string]string{"en": "What should I wear?", "es": "¿Cómo debo vestirme?"},
		words: "habille|anziehen|me vestir|si veste|vestirsi|ubrac|abiye|isuot|mặc gì|입고|одеться|одеват|穿什么|ارتدي"},
	{asked: map[string]string{"en": "What do you have for children?", "es": "¿Qué hay para los niños?"},
		words: "enfants|garderie|kinder|criancas|bambini|dzieci|timoun|mga bata|trẻ em|아이들|어린이|детей|дети|孩子|儿童|أطفال"},
	{asked: map[string]string{"en": "Who is the pastor?", "es": "¿Quién es el pastor?"},
		words: "pasteur|pretre|pfarrer|pastor|parroco|proboszcz|paste a|mục sư|linh mục|목사|신부님|пастор|священник|牧师|神父|القس|الكاهن"},
	{asked: map[string]string{"en": "Where are you located?", "es": "¿Dónde están ubicados?"},
		words: " ou est| ou se trouve|c'est ou|adresse| wo ist| wo seid| wo liegt|onde fica|onde e a|endereco|dov'e|dove si|indirizzo|gdzie|adres|kote legliz|saan ang|nasaan|ở đâu|địa chỉ|어디|주소|где|адрес|在哪|地址|أين|عنوان"},
	{asked: map[string]string{"en": "When can I go to confession?", "es": "¿Cuándo puedo confesarme?"}, held: true,
		words: "confess|beicht|confiss|confissao|confessar|spowied|spowiad|konfes|kumpisal|mangumpisal|xưng tội|giải tội|고해|고백성사|исповед|сповід|告解|忏悔|الاعتراف"},
	{asked: map[string]string{"en": "What time are your services?", "es": "¿A qué hora es el culto?"}, held: true,
		words: "quelle heure|horaire|messe|culte|gottesdienst|que horas|horario|culto|missa|che ora|orari|messa |ktorej|kiedy|msza|msze|nabozenstw|ki le|sevis|oras|misa|mấy giờ|giờ lễ|thánh lễ|có lễ|예배|미사|служб|几点|礼拜|弥撒|聚会|القداس|متى"},
	{asked: map[string]string{"en": "Hello", "es": "Hola"},
		words: "bonjour|bonsoir|guten tag|guten morgen|hallo|bom dia|ola |buongiorno|buonasera|dzien dobry|bonjou|magandang|kumusta|xin chào|안녕|здравствуй|привет|你好|مرحبا|السلام عليكم"},
}

// tongues are how a language is asked for by those who speak it, as subjects have their words, and what it is called in those that there are
// answers in.
var tongues = map[string]struct {
	words  string
	called map[string]string
}{
	"ar": {"بالعربي|باللغة العربية", map[string]string{"en": "Arabic", "es": "árabe"}},
	"de": {"auf deutsch|deutschsprach|deutsche messe|deutscher gottesdienst", map[string]string{"en": "German", "es": "alemán"}},
	"fr": {"en francais|francophone", map[string]string{"en": "French", "es": "francés"}},
	"ht": {"an kreyol|en kreyol|nan kreyol", map[string]string{"en": "Haitian Creole", "es": "criollo haitiano"}},
	"it": {"in italiano|in lingua italiana", map[string]string{"en": "Italian", "es": "italiano"}},
	"ko": {"한국어|한국말", map[string]string{"en": "Korean", "es": "coreano"}},
	"pl": {"po polsku|polskojezycz|w jezyku polskim|polska msza", map[string]string{"en": "Polish", "es": "polaco"}},
	"pt": {"em portugues", map[string]string{"en": "Portuguese", "es": "portugués"}},
	"ru": {"по-русски|по русски|на русском|русскоязыч", map[string]string{"en": "Russian", "es": "ruso"}},
	"tl": {"tagalog|filipino", map[string]string{"en": "Tagalog", "es": "tagalo"}},
	"uk": {"українською|на українській|по-українськи|україномовн", map[string]string{"en": "Ukrainian", "es": "ucraniano"}},
	"vi": {"tiếng việt", map[string]string{"en": "Vietnamese", "es": "vietnamita"}},
	"zh": {"中文|普通话|国语|國語|汉语", map[string]string{"en": "Chinese", "es": "chino"}},
}

// inTheirs goes before what a language is called, to ask for something in it.
var inTheirs = map[string]string{"en": "in", "es": "en"}

// Question is the plain question that a message in a language asks, in the language of the answer; ok is false where it is none of those that
// are known. Who asks for something in their own language is asking for that, and not for what there is in others.
func Question(message, spoken, answers string) (question string, ok bool) {
	said := " " + words.Fold(message) + " "
	at := slices.IndexFunc(subjects, func(s subject) bool { return tellsOf(said, s.words) })
	if tongue := tongues[spoken]; tongue.words != "" && tellsOf(said, tongue.words) {
		if at >= 0 && subjects[at].held {
			return strings.TrimSuffix(subjects[at].asked[answers], "?") + " " + inTheirs[answers] + " " + tongue.called[answers] + "?", true
		}
	}
	if at < 0 {
		return "", false
	}
	question, ok = subjects[at].asked[answers]
	return question, ok
}

// tellsOf reports whether a folded text has one of the words that stand apart by "|".
func tellsOf(said, list string) bool {
	return slices.ContainsFunc(strings.Split(list, "|"), func(part string) bool { return strings.Contains(said, words.Fold(part)) })
}
