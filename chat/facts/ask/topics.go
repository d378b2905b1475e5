package ask

import "strings"

// Topic is what a ministry or a gathering is for, with the words that ask for it and those that a church calls it by, in both languages.
type Topic struct {
	Name    string
	Targets map[string]bool // in the names and descriptions of ministries, and the labels of hours
	InName  bool            // looked for in names and labels alone
	Bare    bool            // may be asked for by its noun alone

	asks     set
	phrases  phrases
	around   set
	from, to int // of the ages that it is for
}

// Role is what somebody does at a church: how it is asked for, and the words of titles.
type Role struct {
	Titles map[string]bool
	asks   set
	around set
}

// beside may stand beside a topic.
var beside = setOf(`group groups class classes program programs programme programmes ministry ministries team support meeting meetings meet meets when time times hours start starts open where activities help club run week weeks weekly night nights day days
	grupo grupos clase clases programa programas ministerio ministerios reunion reuniones cuando hora horas ayuda actividades donde who leads runs tipo`)

// companions ask for people to be with.
var companions = setOf("lessons group groups class classes program programs programme programmes ministry ministries team support meeting meetings club help grupo grupos clase clases programa programas ministerio ministerios reunion reuniones ayuda")

// mourning is who has died.
func mourning() (told []string) {
	for _, who := range strings.Fields("husband wife mother father son daughter brother sister friend grandmother grandfather partner child baby") {
		told = append(told, "my "+who+" died", "my "+who+" passed away", "lost my "+who)
	}
	return append(told, "lost someone", "lost a loved one", "lost somebody")
}

func topicOf(name string, bare, inName bool, asks, around, targets string, from, to int, asked ...string) Topic {
	core := setOf(asks)
	return Topic{Name: name, Bare: bare, InName: inName, asks: core, around: union(core, beside, setOf(around)), Targets: setOf(targets), from: from, to: to, phrases: phrasesOf(asked...)}
}

var topics = []Topic{
	topicOf("grief", false, false, "grief grieving bereavement bereaved mourning griefshare duelo luto", "people who lost loss losing died death after deal dealing cope coping talk loved spouse widow widows counseling share husband wife mother father son daughter brother sister friend grandmother grandfather partner passed away recently just last month year week my perdi perdieron",
		"grief bereavement duelo luto", 0, 0, mourning()...),
	topicOf("recovery", false, false, "recovery addict addicts addicted addiction addictions alcoholic alcoholics sobriety sober recuperacion adicciones adiccion alcoholicos", "people who aa na celebrate 12 step steps twelve dealing struggling with drug drugs alcohol drinking problem deal problemas con al",
		"recovery addiction recuperacion adicciones alcoholicos", 0, 0, "step group", "step meeting", "step program", "struggling with alcohol", "struggling with drugs", "drinking problem", "problem with alcohol", "aa meeting", "aa meetings", "aa type", "aa group", "is there aa"),
	topicOf("bills", false, false, "bills bill rent fuel heating electricity electric utilities oil utility", "paying pay with my financial money behind people family poor", "bills fuel rent renta", 0, 0),
	topicOf("food", true, false, "food groceries grocery pantry hungry despensa despensas viveres alimentos comida", "free bank banks shelf box boxes voucher vouchers my our family where people poor reparten regalan gratis hungry distribution giveaway feed eat",
		"food groceries pantry alimentos despensa despensas viveres", 0, 0),
	topicOf("clothes", false, true, "clothes clothing ropa ropero", "free used out our winter baby closet people poor where de usada", "clothes clothing ropa ropero", 0, 0, "clothes closet", "clothing closet"),
	topicOf("meals", false, false, "meals meal casserole casseroles", "bring delivered deliver after surgery baby new train sick people birth cooked mother mothers mothers family", "meals", 0, 0),
	topicOf("young adults", true, false, "college university twenties 20s", "young adult adults age aged somethings career students people group jovenes adultos", "adults 18 25", 18, 30, "group my age", "people my age", "young adults", "young adult", "jovenes adultos"),
	topicOf("youth", true, false, "youth teen teenager teenagers teenage highschool schoolers adolescents adolescente adolescentes jovenes juvenil muchachos", "high middle school students student kids my for son daughter groups grupo lo los las hijo hija people young grade grader graders th 6th 7th 8th 9th 10th 11th 12th do does freshman sophomore",
		"youth teenagers teens jovenes adolescentes", 12, 17, "middle school", "high school", "middle schoolers", "high schoolers", "7th grader", "8th grader", "9th grader", "6th grader", "10th grader"),
	topicOf("seniors", true, false, "seniors elderly retirees retired mayores ancianos", "people folks older adults citizens golden age lunch adultos gente personas", "65 seniors elderly retired mayores", 0, 0, "older people", "older folks", "older adults", "older ladies", "older men", "senior citizens", "tercera edad"),
	topicOf("women", true, true, "women womens woman ladies lady mujeres damas", "bible study studies fellowship lo las estudio", "women womens ladies mujeres damas", 0, 0),
	topicOf("men", true, true, "men mens hombres caballeros varones", "breakfast bible study fellowship lo los desayuno", "men mens hombres caballeros varones", 0, 0),
	topicOf("small groups", true, true, "", "small home life cell house pequenos casa celulas", "small home celulas", 0, 0, "small groups", "home groups", "life groups", "cell groups", "house groups", "grupos pequenos", "celulas", "small group", "home group"),
	topicOf("choir", true, false, "choir choirs coro", "practice practices practise training rehearsal rehearsals sing singing join band ensayo", "choir coro", 0, 0),
	topicOf("english", false, true, "english esl ingles", "how lessons lesson learn learning teach practice practise conversation free speak language second adults aprender clases", "english ingles", 0, 0,
		"english class", "english classes", "learn english", "aprender ingles"),
	topicOf("prayer", false, true, "prayer prayers oracion", "group chain", "prayer oracion", 0, 0),
	topicOf("kids", true, true, "kids children childrens ninos", "school sunday escuela dominical clases liturgy church pequenos biblica", "kids children childrens ninos dominical", 3, 11),
}

// askingFor may stand beside a role.
var askingFor = setOf(`who is are leads lead runs run handles does heads head directs looks after takes take care talk speak see contact answers manages oversees coordinates teaches charge responsible would should talk cleans clean tax ask name program programs ministry ministries group groups
	team department person people leader leaders director coordinator pastor pastors minister staff officer new current stuff main quien quienes dirige cargo lidera lleva atiende ensena llama nombre grupo ministerio lider directora encargado encargada pastora
	manager helps called whom keeps representative contact lady guy`)

func roleOf(asks, around, titles string) Role {
	core := setOf(asks)
	return Role{Titles: setOf(titles), asks: core, around: union(core, askingFor, setOf(around))}
}

// Safeguarding is in the title of who answers for it.
const Safeguarding = "safeguarding"

var roles = []Role{
	roleOf("music worship choir choirs band singing musica alabanza coro", "", "worship music choir musica alabanza coro"),
	roleOf("youth teenagers teen teens jovenes tide", "school high", "youth jovenes"),
	roleOf("kids children childrens vbs nursery ninos dominical", "sunday school bible vacation escuela church", "children childrens kids ninos"),
	roleOf("building buildings facility facilities maintenance janitor custodian caretaker grounds property sexton sacristan", "church keys repairs edificio", "facilities sexton sacristan custodian maintenance"),
	roleOf("books money finances finance treasurer giving statement statements donations budget accountant accounts bookkeeper tesorero tesorera finanzas", "my", "financial treasurer finance bookkeeper tesorero tesorera"),
	roleOf("secretary receptionist phone phones bulletin calendar bookings booking admin administrator secretaria", "office mass masses parish", "secretary administrator secretaria receptionist"),
	roleOf("grief visits hospital visitation counselor counselling counseling", "home sick", "care visitation counselor"),
	roleOf(Safeguarding+" protection safety salvaguarda proteccion proteger", "child kids church childrens children representative local lead menores infantil ninos persona", Safeguarding+" salvaguarda proteccion"),
	roleOf("nun nuns sister sisters", "parish", "sister"),
	roleOf("deacon deacons diacono", "permanent", "deacon diacono"),
	roleOf("curate curates", "", "curate"),
}
