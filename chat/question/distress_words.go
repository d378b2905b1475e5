package question

// What grief and distress sound like, levelled as cache.Normalise does, in English and Spanish. Phrases are whole words;
// "a|b" stands for either, and "-" at the end of a word for any ending.

const (
	// distressWords tell of it wherever they stand, when the visitor speaks of themselves or somebody close.
	distressWords = `died dies dying funeral burial grief grieving grieve mourning widow widowed widower miscarriage miscarried
		stillborn stillbirth hospice cancer chemo tumor tumour leukemia stroke dementia alzheimers diagnosed divorce divorcing
		affair betrayed lonely loneliness afraid scared terrified frightened anxious anxiety panic depressed depression hopeless
		heartbroken suffering struggling overwhelmed exhausted desperate despair crying cry tears ashamed guilt guilty worthless
		addicted addiction addict alcoholic relapse relapsed overdosed evicted eviction foreclosure bankrupt fired unemployed jail
		prison arrested deported abused unresponsive heroin fentanyl opioids
		murio murieron fallecio fallecieron muriendo falleciendo entierro funeral luto duelo viuda viudo aborto hospicio cancer
		quimioterapia tumor leucemia derrame demencia diagnosticaron divorcio divorciando separacion engano traiciono soledad
		asustada asustado aterrada aterrado ansiedad ansiosa ansioso panico deprimida deprimido depresion desesperada desesperado
		desesperacion llorando lloro llorar lagrimas verguenza culpable adiccion adicto adicta recai recaida alcoholico alcoholica
		drogas desalojo desalojar desalojaron despidieron desempleado desempleada carcel preso presa deportaron sufriendo sufro
		duele heroina migra agotada agotado abrumada abrumado angustia angustiada angustiado tristeza triste`
	// selfWords are how people speak of themselves and of those who are close to them.
	selfWords = `i im ive id me my mine myself we us our ours were weve
		yo mi mis me mio mia estoy estamos soy nos nuestro nuestra nuestros nuestras conmigo siento tengo tuve tuvimos puedo
		podemos perdi perdimos necesito vivo llevo`
	// dearOnes are whom, and what, people grieve for when they lose it.
	dearOnes = `husband wife spouse fiance fiancee boyfriend girlfriend partner mom mommy mum mother dad daddy father parents son
		daughter baby child children kid twins brother sister sibling grandmother grandma granny nana grandfather grandpa
		grandparents grandson granddaughter grandchild uncle aunt cousin niece nephew friend neighbor neighbour pastor dog cat pet
		job home house everything faith hope marriage family savings farm
		esposo esposa marido mujer novio novia prometido prometida pareja mama mami madre papa papi padre padres hijo hija hijos
		hijas bebe nino nina hermano hermana abuelo abuela abuelito abuelita nieto nieta tio tia primo prima sobrino sobrina amigo
		amiga vecino vecina pastor perro perrito gato trabajo casa todo fe esperanza matrimonio familia`
	lossWords    = `lost losing lose buried bury burying miss missing perdi perdimos perder perdiendo extrano extranamos enterramos enterre enterrar`
	betweenWords = `my our his her their the a an best own dear only little so much very a mi mis nuestro nuestra nuestros su mucho muchisimo tanto mejor querido querida`
	// feelingWords tell of it after a word of feelingVerbs, perhaps with some of degreeWords between.
	feelingWords = `alone sad broken numb empty hurt hurting isolated abandoned unloved unworthy stressed miserable homeless angry invisible shaky useless embarrassed unloved forgotten heartsick heavy drained desperate trapped
		sola solo vacia vacio perdida perdido abandonada abandonado rota roto destrozada destrozado mal miserable`
	feelingVerbs = `feel feeling felt am im siento sintiendo estoy sentimos estamos`
	degreeWords  = `so really very all just completely utterly totally quite pretty like muy tan bastante completamente totalmente bien`
	// fateWords tell of it after somebody dear.
	fateWords = `dead killed death murdered suicide missing overdose alcohol drinking murieron matado mataron muerto muerta muerte desaparecido desaparecida grave agonizando`
)

// distressPhrases tell of it by themselves.
var distressPhrases = []string{
	"passed away", "passed on last|this|yesterday", "death of my|our", "death in my|our|the family", "rest in peace", "en paz descanse",
	"took his|her|their own life", "killed himself|herself|themselves", "falling apart", "fell apart", "a mess", "at my wits end", "cant|cannot sleep|cope|breathe",
	"can not sleep|cope|breathe", "cant|cannot go|take|do on|it|this anymore", "dont know what to do", "do not know what to do", "dont know how to go on", "hard time", "rough time",
	"left me|us", "walked out on", "broke up with me", "dumped me", "cheated on me", "laid off", "lost it all", "drinking again", "drinking too much", "my drinking",
	"stop|quit drinking", "marriage is ending|over|failing|broken", "marriage is in trouble", "we separated", "i separated", "we are separated", "separated from my",
	"angry|mad|furious at|with god", "god has abandoned|forgotten|left", "in the icu", "stage four|4|three|3", "terminal illness|cancer", "worried sick",
	"worried about my|our|him|her|them", "afraid for my|our|him|her", "so ashamed", "hate myself", "hate my life",
	"me dejo", "nos dejo", "me abandono", "me engano", "me siento mal", "la estoy pasando mal", "lo estoy pasando mal", "no puedo dormir", "no puedo mas", "ya no puedo",
	"no se que hacer", "matrimonio se acabo|acaba|termino", "matrimonio se esta acabando|terminando", "nos separamos", "tengo miedo", "tengo mucho|tanto miedo", "me siento solo|sola",
	"heart attack", "ran away", "days|weeks|months|hours to live", "worried to death", "in|from|of rehab", "intensive care", "in a coma", "on life support",
	"on a ventilator", "car accident|crash|wreck", "hit by a car|truck|bus", "in the hospital", "rushed to hospital", "a lump", "gave up on me", "like a failure|burden",
	"doesnt|dont|not love me", "cant|cannot pay|afford our|my|the rent|bills|mortgage|heat|medicine", "behind on our|my|the rent|bills|mortgage",
	"nothing|no food to eat", "called off the|our wedding", "lost custody", "kicked me out", "threw me out", "nobody|noone cares|listens|understands|noticed", "no one cares|listens|understands|noticed", "no one to talk to", "nobody to talk to",
	"no friends", "cuidados intensivos", "en coma", "en el hospital", "ataque al corazon", "un infarto", "un accidente", "no me quiere", "ya no me ama", "pagar la renta|luz",
	"pagar el alquiler", "no tengo|tenemos que comer", "nadie me entiende|escucha|quiere", "nadie con quien hablar", "con quien hablar", "se fue de la casa",
	"feel|feeling|felt lost", "forgive myself", "goodbye to my|our", "everybody|everyone i knew|loved", "husband|wife|partner moved out", "ice|immigration|cps|god took|taking",
	"bank is taking", "been clean|sober", "clean|sober for", "fighting for his|her|their life", "hate being|my", "remember my name|me any|anymore", "feel gods presence|love",
	"taking our|my home|house", "no me habla|hablan", "no encuentro trabajo", "sin fuerzas|trabajo", "estoy enferma|enfermo", "since the funeral|burial", "desde el funeral|entierro",
	"enojado|enojada con dios", "volvi a tomar|beber", "en la carcel", "en las drogas", "me corrieron|echaron del trabajo", "un derrame", "muy enferma|enfermo", "tan enferma|enfermo",
}

// innocentPhrases hold words of distress and no distress.
var innocentPhrases = []string{
	"dying to", "died for", "jesus|christ|he died", "cry room", "crying room", "fired up", "afraid i|we|that|not|so|of", "scared of loud|dogs|heights|crowds|clowns|spiders", "alone with|on|at", "sad i|we|that|to|about", "prison|jail ministry|visits|fellowship|letters",
	"cry|cries of joy", "tears of joy", "struggling to find|open|hear|see|log|read|connect|download|get", "struggling with the|your|this", "in the hospital chaplaincy|parking|cafeteria|auxiliary", "funeral home|director|luncheon|lunch|committee",
	"swim stroke", "day of the dead", "hope|hoping to", "lost and found", "estoy solo|sola busc-|mir-|pregunt-|ver-", "muero|muriendo de ganas", "muerto|muerta de ganas|hambre|risa",
	"ministerio de la carcel", "carcel ministerio", "todo el", "todo lo", "todo listo|bien", "everything i need", "missed you", "miss you",
}

// helpedWords and helpingWords tell of somebody who wants to help others in distress, where both are in a message.
const (
	helpedWords  = `group groups class classes ministry team role volunteers program course shelter grupo grupos clase clases ministerio equipo programa curso`
	helpingWords = `volunteer volunteering voluntario voluntaria help helping lead leading serve serving teach teaching donate partner host facilitate ayudar servir ensenar dirigir apoyar`
)
