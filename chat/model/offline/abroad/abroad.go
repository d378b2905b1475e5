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
}

// subjects are looked for in this order: who asks for food for the children is hungry first.
var subjects = []subject{
	{map[string]string{"en": "Where can I park?", "es": "¿Dónde me puedo estacionar?"},
		"garer|stationne|parkplatz|parken|parking|estacionamento|estacionar|parcheggi|zaparkowa|pakin|parada|đậu xe|đỗ xe|주차|парков|停车|موقف السيارات"},
	{map[string]string{"en": "What is your phone number?", "es": "¿Cuál es el número de teléfono?"},
		"telephone|telefon|telepono|điện thoại|전화|телефон|电话|هاتف"},
	{map[string]string{"en": "I need food", "es": "necesito comida"},
		"manger|nourriture| essen|lebensmittel|comida|alimentos|cibo|mangiare|jedzeni|manje|pagkain|thức ăn|음식|식료품|еда|еды|продукт|食物|食品|طعام"},
	{map[string]string{"en": "How can I get baptized?", "es": "¿Cómo puedo bautizarme?"},
		"baptise|bapteme|taufe|batiza|batismo|battezz|battesim|ochrzci|chrzest|batize|batem|binyag|rửa tội|báp têm|세례|крести|крещ|洗礼|受洗|معمودية"},
	{map[string]string{"en": "What should I wear?", "es": "¿Cómo debo vestirme?"},
		"habille|anziehen|me vestir|si veste|vestirsi|ubrac|abiye|isuot|mặc gì|입고|одеться|одеват|穿什么|ارتدي"},
	{map[string]string{"en": "What do you have for children?", "es": "¿Qué hay para los niños?"},
		"enfants|garderie|kinder|criancas|bambini|dzieci|timoun|mga bata|trẻ em|아이들|어린이|детей|дети|孩子|儿童|أطفال"},
	{map[string]string{"en": "Who is the pastor?", "es": "¿Quién es el pastor?"},
		"pasteur|pretre|pfarrer|pastor|parroco|proboszcz|paste a|mục sư|linh mục|목사|신부님|пастор|священник|牧师|神父|القس|الكاهن"},
	{map[string]string{"en": "Where are you located?", "es": "¿Dónde están ubicados?"},
		" ou est| ou se trouve|c'est ou|adresse| wo ist| wo seid| wo liegt|onde fica|onde e a|endereco|dov'e|dove si|indirizzo|gdzie|adres|kote legliz|saan ang|nasaan|ở đâu|địa chỉ|어디|주소|где|адрес|在哪|地址|أين|عنوان"},
	{map[string]string{"en": "What time are your services?", "es": "¿A qué hora es el culto?"},
		"quelle heure|horaire|messe|culte|gottesdienst|que horas|horario|culto|missa|che ora|orari|messa |ktorej|kiedy|msza|msze|nabozenstw|ki le|sevis|oras|misa|mấy giờ|giờ lễ|thánh lễ|예배|미사|служб|几点|礼拜|弥撒|聚会|القداس|متى"},
	{map[string]string{"en": "Hello", "es": "Hola"},
		"bonjour|bonsoir|guten tag|guten morgen|hallo|bom dia|ola |buongiorno|buonasera|dzien dobry|bonjou|magandang|kumusta|xin chào|안녕|здравствуй|привет|你好|مرحبا|السلام عليكم"},
}

// Question is the plain question that a message asks, in the language of the answer; ok is false where it is none of those that are known.
func Question(message, answers string) (question string, ok bool) {
	said := " " + words.Fold(message) + " "
	at := slices.IndexFunc(subjects, func(s subject) bool {
		return slices.ContainsFunc(strings.Split(s.words, "|"), func(part string) bool { return strings.Contains(said, words.Fold(part)) })
	})
	if at < 0 {
		return "", false
	}
	question, ok = subjects[at].asked[answers]
	return question, ok
}
