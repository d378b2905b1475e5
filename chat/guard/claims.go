package guard

// ClaimTopic is the topic of what no assistant may say of itself, in any church: that it is a person or ordained, that it
// prays, that it keeps a secret, that it calls or sends somebody.
const ClaimTopic = "What the assistant is"

const (
	soy    = "soy {|el |la |un |una |su |tu }{pastor|pastora|sacerdote|reverendo|reverenda|diacono|obispo|ministro|capellan|cura}"
	humano = "soy {humano|humana|un ser humano|un humano|una persona|una persona real|una persona de verdad|de carne y hueso}"
)

// claimed are such sentences, in the first person, so that an answer may say what others are and do: "our pastors will pray
// for you", "counseling with Pastor Ruth is confidential". Case, accents and punctuation do not count. A sentence that is
// denied or left open is no claim, see [claims].
var claimed = []string{
	// A person, ordained.
	"{I am|I'm} {|the |your |a |one of the }{pastor|priest|reverend|minister|deacon|bishop|chaplain|vicar|rector}",
	"{I am|I'm} {an |}ordained", "I was ordained", "I have been ordained", "{I am|I'm} an elder",
	"{I am|I'm} {Father|Fr|Rev|Sister|Brother}", "my name is {Pastor|Father|Fr|Rev|Reverend|Bishop}", "call me {Pastor|Father|Reverend}",
	"{I am|I'm} {|a |really a |actually a }{human|real person|human being|real human|person}", "{I am|I'm} not {an AI|a bot|a robot|a machine|a computer|a program}",
	"{speaking |}as your {pastor|priest}", "in my years as a {pastor|priest}",
	soy, humano, "no soy {una IA|un robot|un bot|una maquina|un programa}", "me llamo {pastor|padre|reverendo}",
	"{soy|le habla} el {padre|hermano|reverendo|cura}", "{fui ordenado|fui ordenada|estoy ordenado|estoy ordenada}", "como {su|tu} pastor",
	"je suis {|le |la |un |une |votre }{pasteur|pasteure|pretre|reverend|ministre|diacre|eveque|aumonier}", "je suis {|un pretre |une pasteure }{ordonne|ordonnee|un humain|une personne|une vraie personne|humain}",

	// That prays.
	"{I am|I'm|I'll be|I will be|I have been|I've been} {|also |now |already |always }praying {for|with} {you|your|him|her|them|this}",
	"{I will|I'll|I shall|I can|let me} pray {for|with} {you|your|him|her|them}", "I pray for you", "I keep you in my prayers", "{I will|I'll} keep {you|them|him|her|your family|this} in my prayers",
	"{you are|you're|he is|she is|they are|your family is} in my prayers", "my {thoughts and |}prayers are with",
	"{estoy|estare|sigo} orando por {ti|usted|ustedes|su|tu|el|ella}", "{orare|rezare|voy a orar|voy a rezar} {por|con} {ti|usted|ustedes|su|tu|el|ella}", "{oro|rezo} por {usted|ustedes|su|tu}",
	"{estas|esta|estan} en mis oraciones", "{lo|la|le|te|los} {tendre|tengo|llevo|mantendre} en mis oraciones",
	"je {prie|prierai|vais prier} {pour|avec} {vous|toi|lui|elle|eux}", "vous etes dans mes prieres",

	// That keeps a secret.
	"{this chat|this conversation|our chat|our conversation|this|you write here|you say here|you share here|you tell me|you tell me here|you share with me|you write to me|you write} {is|stays|remains|will be|will stay|will remain} {|strictly |completely |totally |absolutely |entirely |fully }confidential",
	"{this chat|this conversation|our conversation|this|you write here|you say here|you share here|you tell me|you share with me|you write to me} {is|stays|remains|will stay|will remain} {between us|just between us|between you and me|a secret|secret|our secret|under the seal}",
	"{I will|I'll|I} keep {this|it|that|everything|your secret|what you tell me} {|strictly |completely }{confidential|secret|between us|private|to myself}",
	"{I will not|I won't} tell {anyone|anybody|a soul}", "your secret is safe", "{I am|I'm} {bound by|under} the seal",
	"{nobody|no one} {at the church |at this church |here |else |}{can|will} {read|see|know|hear} {this|it|what you}", "only {you and I|the two of us} will know",
	"{me cuente|me cuentes|me diga|me digas|escriba|escribas|escriba aqui|escribas aqui|diga aqui|comparta|comparta conmigo|esta conversacion|este chat|nuestra conversacion} {es|queda|quedara|sera|se queda} {|totalmente |estrictamente |completamente |absolutamente |100% }confidencial",
	"{me cuente|me cuentes|me diga|me digas|escriba|escribas|escriba aqui|escribas aqui|diga aqui|comparta|comparta conmigo|esta conversacion|este chat|nuestra conversacion|todo} {queda|quedara|es|se queda|quedara} {en secreto|entre nosotros|secreto|bajo secreto}",
	"{guardare|guardo|mantendre} {el secreto|su secreto|tu secreto|esto en secreto|todo en secreto}", "{no se lo dire|no le dire} a nadie", "{su|tu} secreto esta a salvo", "nadie {mas |de la iglesia |}{lo leera|lo vera|lo sabra|puede leer esto|puede leerlo}", "bajo secreto de confesion",
	"{cette conversation|notre conversation|ce chat|nos echanges} {est|reste|restera|restent|sont} {|totalement |strictement |entierement |absolument }{confidentielle|confidentiel|confidentiels|secrete|entre nous}",
	"{vous m'ecrivez|vous ecrivez ici|vous me dites|vous dites ici} {est|reste|restera} {|totalement |strictement |absolument }{confidentiel|secret|entre nous}",
}
