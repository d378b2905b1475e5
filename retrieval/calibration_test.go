package retrieval_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// The offline embedder's thresholds rest on these pairs and passages. Run the tests with -v for the report.

// sameQuestion holds pairs that ask the same in nearly the same words: inflected, misspelt, reordered, framed otherwise.
var sameQuestion = [][2]string{
	{"Do you livestream your services?", "do you livestream services"},
	{"Do you livestream your services?", "Are your services livestreamed?"},
	{"How can I get baptized?", "how do i get baptised"},
	{"How can I get baptized?", "How to be baptized?"},
	{"Do you baptize babies?", "Can you baptize my baby?"},
	{"How do I become a member?", "how can I become a member of the church?"},
	{"How do I become a member?", "becoming a member"},
	{"Is the building wheelchair accessible?", "is the church building wheel chair accessible"},
	{"Is the building wheelchair accessible?", "Is your building accessible by wheelchair?"},
	{"Can I bring my dog to church?", "Can I bring a dog to church?"},
	{"How do I give online?", "how to give online"},
	{"How do I give online?", "Can I give online?"},
	{"Is my donation tax-deductible?", "are donations tax deductible?"},
	{"How do I get food from the pantry?", "how can I get food from your food pantry"},
	{"What age can children start Harbor Kids?", "At what age can kids start Harbor Kids?"},
	{"When is Vacation Bible School?", "when is vacation bible school this year"},
	{"Can I rent the church hall for a party?", "Can we rent your church hall for a birthday party?"},
	{"How do I ask for prayer?", "How can I ask for prayers?"},
	{"Which Bible translation do you use?", "what bible translation do you use"},
	{"How do I join the choir?", "i want to join the choir"},
	{"What happens if there is a snowstorm?", "What happens when there's a snow storm?"},
	{"How do I arrange a baptism?", "how do we arrange baptism for our son"},
	{"How do I book a Mass intention?", "How can I book mass intentions?"},
	{"When can I go to confession?", "when is confession"},
	{"Is there Mass in Polish?", "Do you have a Polish Mass?"},
	{"Is Mass shown on the webcam?", "is mass on the web cam"},
	{"Can someone bring Holy Communion to my home?", "Could somebody bring me holy communion at home?"},
	{"How do I get a baptism certificate?", "I need a baptismal certificate"},
	{"¿Cómo puedo bautizarme?", "como me puedo bautizar"},
	{"¿Dan despensa o comida?", "¿Dan despensas de comida?"},
	{"¿Pueden orar por mí?", "pueden orar por mi por favor"},
	{"¿A qué hora es el culto?", "a que horas son los cultos"},
	{"¿Tienen traducción al inglés?", "hay traduccion en ingles?"},
	{"¿Cómo celebran las quinceañeras?", "celebran quinceañera?"},
}

// otherQuestion holds pairs that share words and ask for different things: an answer to one would be wrong for the other.
var otherQuestion = [][2]string{
	{"Do you baptize babies?", "Do you baptize adults?"},
	{"How can I get baptized?", "How do I get a baptism certificate?"},
	{"How do I arrange a baptism?", "How do I arrange a wedding?"},
	{"How do I become a member?", "How do I become a volunteer?"},
	{"How can I become a Catholic?", "How can I become a priest?"},
	{"How do I join the choir?", "How do I join a small group?"},
	{"Is there Mass in Polish?", "Is there Mass on Saturday?"},
	{"Is the building wheelchair accessible?", "Is the building open today?"},
	{"Do you have hearing assistance?", "Do you have financial assistance?"},
	{"Can I bring my dog to church?", "Can I bring my kids to church?"},
	{"How do I give online?", "How do I watch online?"},
	{"Is my donation tax-deductible?", "Is my donation refundable?"},
	{"When is Vacation Bible School?", "When is Sunday School?"},
	{"When is Bible study?", "Where is Bible study?"},
	{"Can I rent the church hall for a party?", "Can I rent the church parking lot?"},
	{"Can we get married at Grace Harbor?", "Can we get buried at Grace Harbor?"},
	{"What age can children start Harbor Kids?", "What time does Harbor Kids start?"},
	{"Does a pastor visit people in the hospital?", "Does a pastor visit people in prison?"},
	{"When can I go to confession?", "When can I go to Mass?"},
	{"How do I book a Mass intention?", "How do I book a room?"},
	{"Can someone bring Holy Communion to my home?", "Can someone bring meals to my home?"},
	{"How much notice do we need to give for a wedding?", "How much do we need to pay for a wedding?"},
	{"Is the church open during the day for prayer?", "Is the church open during the night?"},
	{"What happens if there is a snowstorm?", "What happens at a baptism?"},
	{"Do I have to be a member to take Communion?", "Do I have to be a member to get married?"},
	{"How do I get food from the pantry?", "How do I donate food to the pantry?"},
	{"Who is the youth pastor?", "Who is the lead pastor?"},
	{"¿Cómo puedo bautizarme?", "¿Cómo puedo casarme?"},
	{"¿Dan despensa o comida?", "¿Dan clases de inglés?"},
	{"¿Pueden orar por mí?", "¿Pueden visitarme en el hospital?"},
	{"¿A qué hora es el culto?", "¿A qué hora es el ensayo?"},
	{"¿Tienen traducción al inglés?", "¿Tienen clases de inglés?"},
}

// knowledge is passages as a church stores them, each with a question that it answers in other words.
var knowledge = []struct{ title, heading, text, question string }{
	{"Building use policy", "Alcohol and fire", "No alcohol, tobacco or open flames are allowed anywhere on the property, the parking lot included. Battery candles are in the kitchen cupboard. An event at which alcohol is found ends at once and the deposit is kept.", "Can we serve alcohol at our event?"},
	{"Building use policy", "Deposits", "The deposit is $150, or $300 when the kitchen is used, and comes back within ten days if the rooms are left clean. Everyone pays it, members included.", "what is the deposit for the kitchen"},
	{"Membership handbook", "Care when you are ill", "Tell us, because hospitals do not. Pastor Ruth visits on Mondays and Thursdays and whenever it is urgent. If you will have surgery, call the office and somebody will pray with you beforehand.", "Who visits when I am in hospital?"},
	{"Membership handbook", "Coming from another church", "Bring a letter of transfer if your church gives one; we will write for it if you like. You still come to the class, because churches differ more than they think.", "How do I transfer my membership from another church?"},
	{"Membership handbook", "Grief", "Walking Through Grief is a thirteen-week group that begins each September and February, on Tuesdays at 6:30 PM in room 203. You can join during the first three weeks.", "When is the grief group?"},
	{"Youth safety policy", "Two adults", "Two screened adults who are not related to each other are with every group of children at all times, also in cars and on trips. If one is late, the group waits in the lobby.", "how many adults must be with the children"},
	{"Visitor guide", "Where to park", "The lot beside the church has 62 spaces; the first six are kept for visitors and people with disabilities. On Sundays the public landing is free as well.", "Where do I park on Sunday?"},
	{"Wedding guide", "Music", "Our organist plays for every wedding unless you agree otherwise; her fee is $200. Recorded music may be played before the ceremony but not during it.", "Do you have an organist for weddings?"},
	{"Guía para visitantes", "Los niños", "Hay cuna para bebés y clases para niños de tres a doce años durante el culto. Un adulto los recibe en la mesa azul y les da una etiqueta con su número.", "¿Hay clases para los niños?"},
	{"Guía para visitantes", "Despensa", "La despensa de comida abre los viernes de cuatro a seis de la tarde. No pedimos papeles ni preguntamos por qué. Traiga bolsas si puede.", "¿Cuándo abre la despensa?"},
}

// offTopic are questions that none of it answers.
var offTopic = []string{
	"What is the capital of France?", "How do I fix my car?", "Tell me a joke", "Who won the football game?", "best pizza recipe",
	"what is the weather tomorrow", "Who wrote the book of Hebrews?", "¿Quién ganó el partido?", "write me a poem about cats", "is my phone listening to me",
}

func similarities(t testing.TB, pairs [][2]string) []float64 {
	t.Helper()
	var all []float64
	for _, pair := range pairs {
		similarity := retrievaltest.Cosine(retrievaltest.Embed(t, pair[0]), retrievaltest.Embed(t, pair[1]))
		t.Logf("%.3f  %s | %s", similarity, pair[0], pair[1])
		all = append(all, similarity)
	}
	return all
}

// share is how many of the similarities reach a threshold.
func share(similarities []float64, threshold float64) float64 {
	reached := 0
	for _, s := range similarities {
		if s >= threshold {
			reached++
		}
	}
	return float64(reached) / float64(len(similarities))
}

func TestOfflineThresholdsTellTheSameQuestionFromAnother(t *testing.T) {
	thresholds := retrieval.ThresholdsFor(retrievaltest.Offline.Name())
	t.Log("the same question:")
	same := similarities(t, sameQuestion)
	t.Log("another question:")
	other := similarities(t, otherQuestion)
	for _, c := range []struct {
		name                 string
		threshold            float64
		leastSame, mostOther float64
	}{
		{"ExactFAQ", thresholds.ExactFAQ, 0.6, 0}, // a wrong answer word for word is worse than a model call
		{"Cached", thresholds.Cached, 0.45, 0},
		{"FuzzyFAQ", thresholds.FuzzyFAQ, 0.9, 0.35}, // only a hint to the model
	} {
		accepted, mistaken := share(same, c.threshold), share(other, c.threshold)
		t.Logf("%-8s %.2f accepts %3.0f %% of the same questions and %3.0f %% of the others", c.name, c.threshold, 100*accepted, 100*mistaken)
		if accepted < c.leastSame || mistaken > c.mostOther {
			t.Errorf("%s: want at least %.0f %% and at most %.0f %%", c.name, 100*c.leastSame, 100*c.mostOther)
		}
	}
}

func TestOfflineThresholdsTellAnswersFromTheRest(t *testing.T) {
	thresholds := retrieval.ThresholdsFor(retrievaltest.Offline.Name())
	vectors := make([][]float32, len(knowledge))
	for i, k := range knowledge {
		vectors[i] = retrievaltest.Embed(t, retrieval.EmbeddedText(k.title, []string{k.heading}, k.text))
	}
	var right, wrong, off []float64
	first := 0
	for i, k := range knowledge {
		question := retrievaltest.Embed(t, k.question)
		best := 0
		for j, v := range vectors {
			similarity := retrievaltest.Cosine(question, v)
			if similarity > retrievaltest.Cosine(question, vectors[best]) {
				best = j
			}
			if i == j {
				t.Logf("%.3f  %s | %s", similarity, k.question, k.heading)
				right = append(right, similarity)
			} else {
				wrong = append(wrong, similarity)
			}
		}
		if best == i {
			first++
		}
	}
	for _, question := range offTopic {
		for _, v := range vectors {
			off = append(off, retrievaltest.Cosine(retrievaltest.Embed(t, question), v))
		}
	}
	t.Logf("the right passage comes first for %d of %d questions; a wrong one has at most %.3f, an off-topic question %.3f",
		first, len(knowledge), slices.Max(wrong), slices.Max(off))
	t.Logf("Search   %.2f finds %3.0f %% of the right passages, %3.0f %% of the wrong ones, %3.0f %% for off-topic questions", thresholds.Search,
		100*share(right, thresholds.Search), 100*share(wrong, thresholds.Search), 100*share(off, thresholds.Search))
	if first < len(knowledge) {
		t.Error("a wrong passage comes before the right one")
	}
	if share(right, thresholds.Search) < 1 || share(off, thresholds.Search) > 0.05 {
		t.Error("Search is not where it should be")
	}
	if share(wrong, thresholds.Direct) > 0 || share(off, thresholds.Direct) > 0 {
		t.Error("Direct would let a wrong passage answer alone")
	}
	question, answer := "Where can I park?", "Behind the church, free of charge."
	if s := retrievaltest.Cosine(retrievaltest.Embed(t, question), retrievaltest.Embed(t, retrieval.EmbeddedText(question, nil, answer))); s < thresholds.Direct {
		t.Errorf("a short FAQ asked word for word has %.3f, too little for Direct", s)
	}
}

func TestOtherEmbeddersHaveThePublishedThresholds(t *testing.T) {
	want := retrieval.Thresholds{ExactFAQ: 0.92, FuzzyFAQ: 0.75, Cached: 0.95, Direct: 0.85, Search: 0.35}
	if got := retrieval.ThresholdsFor("openai:text-embedding-3-small"); got != want {
		t.Errorf("got %+v", got)
	}
}

func TestTheOfflineEmbedderIsDeterministicAndNormalised(t *testing.T) {
	for _, text := range []string{"", " \x00\xff", "¿Qué?", "the of and", "Where do I park?", "教会在哪里", "a\u0301\u0301\u0301"} {
		first, second := retrievaltest.Embed(t, text), retrievaltest.Embed(t, text)
		if !slices.Equal(first, second) {
			t.Errorf("%q has two vectors", text)
		}
		var squares float64
		for _, x := range first {
			squares += float64(x) * float64(x)
		}
		if len(first) != retrieval.Dimensions || squares < 0.9999 || squares > 1.0001 {
			t.Errorf("%q: %d dimensions, length² %v", text, len(first), squares)
		}
	}
}

// Vectors that are stored under a name must never meet others of the same name.
func TestTheOfflineEmbeddersVectorsChangeOnlyWithItsName(t *testing.T) {
	sum := sha256.New()
	for _, text := range []string{"Where do I park on Sunday? Where?", "¿A qué hora es la misa del domingo?", "Pr. Núñez baptised 3 babies at 9:00am."} {
		for _, x := range retrievaltest.Embed(t, text) {
			fmt.Fprintf(sum, "%.3f ", x+0) // rounded: processors differ in the last digits; +0 makes one of the two zeros
		}
	}
	if got, want := retrievaltest.Offline.Name()+" "+hex.EncodeToString(sum.Sum(nil))[:16], "offline:v1 284ef1b1751b2075"; got != want {
		t.Errorf("got %s, want %s: if the change is meant, give the embedder a new name", got, want)
	}
}

func FuzzOfflineEmbedder(f *testing.F) {
	f.Add("Where do I park on Sunday?")
	f.Add("¿A qué hora es la misa? 9:00a.m. ñandú")
	f.Add("\xff\xfe\u0301")
	f.Fuzz(func(t *testing.T, text string) {
		var squares float64
		for _, x := range retrievaltest.Embed(t, text) {
			squares += float64(x) * float64(x)
		}
		if !(squares > 0.999 && squares < 1.001) {
			t.Errorf("length² %v", squares)
		}
	})
}
