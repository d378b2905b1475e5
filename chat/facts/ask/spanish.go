package ask

var spanishAround = setOf(`domingo domingos culto cultos servicio servicios misa misas iglesia`)

var spanish = &language{
	small: setOf(`el la los las un una unos unas lo es son esta estan este ese esa ser hay tiene tienen tienes ofrecen yo nosotros ustedes usted su sus mi mis nuestra
		nuestro me nos se te de del al a en por para con y o u que cual cuales como gracias favor iglesia parroquia templo decir dime digame saber quiero quisiera necesito
		puedo podria puede pueden asistir ir visitar familia sobre si algun alguna algunos algunas todos todas normalmente algo alguien ahi alli aqui tengo busco da dan hacen hace le les
		buscando ofrecen hola disculpe disculpen oiga perdon porfavor informacion pues esto soy mandeme mandame manden mandar pasame paseme deme dame enviar envieme bendiciones hermano hermana hermanos saludos oigan gustaria aca alla mas favor compartir comparta seria entre ahorita todavia aun tambien cosa cosas gente persona personas amigo amigos esposo esposa pronto casa buen buena bueno estoy estamos somos vivo vivimos cerca interesado interesada curiosidad pensando pienso llegando vamos iremos conocer conocerlos visitarlos visitarles visitarlas conmigo nosotras ella ellos el ellas usamos usan sea cada solo pregunta preguntar ayudar ayudarme verdad ok`),
	asking: setOf(`cuando hora horas horario horarios dia dias empieza empiezan comienza comienzan abre abren quien quienes donde reunen reune congregan`),
	shorthand: map[string]string{
		"q": "que", "d": "de", "x": "por", "ps": "pues", "tmb": "tambien", "k": "que", "ke": "que", "kuando": "cuando", "kienes": "quienes", "komo": "como", "kuanto": "cuanto", "xq": "por que", "pq": "por que", "dnd": "donde", "porfa": "por favor", "xfa": "por favor", "tel": "telefono", "cel": "telefono", "celular": "telefono", "empiesa": "empieza", "empiezan": "empiezan", "ves": "vez", "bes": "vez",
		"ubicasion": "ubicacion", "direcion": "direccion", "domisilio": "domicilio", "ola": "hola", "ora": "hora", "cualto": "culto", "iglecia": "iglesia", "igelsia": "iglesia", "sabados": "sabados", "miercoles": "miercoles",
		"chiquitos": "pequenos", "chicos": "pequenos", "muchachos": "jovenes", "chamacos": "ninos", "ads": "hola", "qien": "quien", "kien": "quien", "aser": "hacer", "ay": "hay", "abra": "habra", "resan": "rezan", "bamos": "vamos", "tb": "tambien",
	},
	preambles: phrasesOf("quisiera saber", "quiero saber", "me gustaria saber", "me puede decir", "me pueden decir", "podria decirme", "me podria decir", "una pregunta", "tengo una pregunta", "me acabo de mudar", "acabo de mudarme", "soy nuevo en la ciudad",
		"buenos dias", "buenas tardes", "buenas noches", "dios le bendiga", "dios los bendiga", "dios te bendiga", "por favor", "me puede dar", "me da", "me pueden dar", "me das", "me pasa", "me pasan"),
	never: phrasesOf("por que", "viernes santo", "jueves santo", "semana santa", "no", "sin", "fue", "fueron", "otra", "otro", "significa", "pasado", "navidad"),
	kinds: map[Kind]phrases{
		When:   phrasesOf("cuando", "a que hora", "que hora", "hora", "horas", "horario", "horarios", "que dia", "que dias", "abren", "abre", "empieza", "empiezan"),
		Who:    phrasesOf("quien es", "quienes son", "quien dirige", "quien esta a cargo de", "quien lidera", "quien predica", "quien ensena", "quien atiende", "con quien hablo de", "como se llama", "nombre del", "nombre de la", "quien encabeza", "quien lleva"),
		Exists: phrasesOf("hay", "tienen", "tiene", "ofrecen", "dan", "necesito", "busco", "algo para", "que hay para", "tienes", "hacen", "habra", "para"),
		About:  phrasesOf("que es", "que son", "hableme de", "digame de", "que significa"),
		Where:  phrasesOf("donde puedo", "donde dan", "donde consigo", "adonde puedo"),
	},
	subjects: spanishSubjects,
	hours: setOf(`cuando hora horas horario horarios dia dias empieza empiezan comienza comienzan abre abren abierta abierto reunen reune congregan manana tarde noche temprano primero primer segundo semana domingo domingos lunes martes miercoles
		jueves viernes sabado sabados hoy proximo proxima siguiente viene culto cultos servicio servicios misa misas reunion reuniones celebracion adoracion oficina despacho tarde noche manana general generales grupo entre cierran cierra hasta juntan reunir`),
	meets:     phrasesOf("se reunen", "reunen", "se congregan", "congregan", "horario", "horarios", "se juntan", "abren", "a que hora", "que dias"),
	closes:    phrasesOf("cierran", "cierra", "hasta"),
	oneOf:     phrasesOf("temprano", "tarde", "noche", "manana", "primer", "primero", "segundo"),
	others:    phrasesOf("otro", "otra"),
	relatives: setOf("esposa esposo mujer marido amigo amiga amigos"),
	own:       setOf("mi mis nuestro nuestra nuestros un una unos unas con algunos"),
	aged:      phrasesOf("anos", "ano", "meses"),
	ageWords:  setOf("anos ano hijo hijos hija hijas meses nino ninos nina edad"),
}

var spanishSubjects = []subjectWords{
	{Email, phrasesOf("correo", "correo electronico", "email", "mail"), setOf("correo electronico email mail direccion"), nil},
	{Website, phrasesOf("pagina", "pagina web", "sitio web", "website"), setOf("pagina web sitio website internet"), nil},
	{Phone, phrasesOf("telefono", "numero de telefono", "llamar", "llamarles", "donde llamo", "los llamo", "llamarlos", "los contacto", "contactarlos", "contacto", "comunicarme", "me comunico", "numero les puedo", "whatsapp"),
		setOf("telefono numero llamar llamarles puedo contacto contactarlos comunicarme comunico ustedes oficina marcar llamo llamarlos donde adonde"), phrasesOf("llamarme", "me llaman", "me pueden llamar", "me puede llamar", "llamenme")},
	{Address, phrasesOf("direccion", "domicilio", "ubicacion", "ubicados", "ubicada", "ubican", "donde estan", "donde esta la iglesia", "donde quedan", "donde queda", "como llego", "como llegar", "llegar", "que calle", "donde se encuentran", "donde es", "donde se ubican", "codigo postal"),
		setOf("donde adonde direccion domicilio ubicacion ubicados ubicada ubican queda quedan encuentra encuentran llego llegar calle localizada exacta hago ubica codigo postal mapa ciudad"), phrasesOf("direccion de mi", "queda eso")},
	{Dress, phrasesOf("vestir", "vestirme", "vestimenta", "ropa", "ponerme", "vestido", "viste", "vestida", "jeans", "pantalon", "falda"), union(spanishAround, setOf("vestir vestirme vestimenta ropa ponerme vestido vestida viste debo codigo tipo gente jeans pantalon falda llevar usar formal elegante especial fina")), nil},
	{Parking, phrasesOf("estacionar", "estacionamiento", "estacionarme", "parquear", "parqueo", "aparcar", "aparcamiento", "parking", "parqueadero", "estaciono", "parqueo"), union(spanishAround, setOf("estacionar estacionamiento estacionarme parquear parqueo aparcar aparcamiento parking parqueadero donde gratis carro coche auto lugar estaciono troca dejar")), nil},
	{Length, phrasesOf("cuanto dura", "cuanto duran", "cuanto tiempo dura", "duracion", "cuanto se tarda"), union(spanishAround, setOf("cuanto dura duran tiempo duracion sermon predica tarda")), nil},
	{Music, phrasesOf("musica", "alabanza", "canciones", "cantos", "banda"), union(spanishAround, setOf("musica alabanza canciones cantos tipo estilo tocan cantan banda")), phrasesOf("quien", "esa", "significa")},
	{FirstVisit, phrasesOf("primera vez", "primera visita", "mi primera misa", "mi primer culto", "que puedo esperar", "debo esperar", "que esperar", "soy nuevo", "soy nueva", "nunca he ido"), union(spanishAround, setOf("primera vez visita visito esperar nuevo nueva voy vengo debo cuando hago hacer nunca he ido primer")), nil},
	{Children, phrasesOf("ninos", "guarderia", "bebes", "bebe", "hijos", "nina", "nino", "ninas", "hijo", "hija", "cuidado de ninos", "escuelita"),
		union(spanishAround, setOf("ninos nino nina ninas guarderia bebes bebe hijos hijo hija cuidado traer llevar llevarla llevarlo llevarlos traerla traerlo traerlos conmigo vayan llevo durante bienvenidos pequenos clases clase escuela dominical voy escuelita actividades programa")), phrasesOf("cuando", "a que hora", "quien", "bautizan")},
	{Sermon, phrasesOf("sermon", "predica", "predicacion", "mensaje"), setOf("sermon predica predicacion mensaje tema semana serie trata domingo"), phrasesOf("quien", "cuanto", "cuando", "hora", "pasado")},
	{Announcement, phrasesOf("anuncios", "anuncio", "noticias", "novedades"), setOf("anuncios anuncio noticias novedades semana"), nil},
	{Ministries, phrasesOf("ministerios", "que grupos", "que actividades", "actividades", "grupos tienen", "que programas"), setOf("ministerios grupos actividades programas participar unirme involucrarme lista otros semana"), nil},
	{Available, phrasesOf("pastor disponible", "disponible el pastor", "disponible el padre", "disponible el sacerdote", "ver al pastor", "horario del pastor", "atiende el pastor", "ver al padre", "ver al sacerdote"), setOf("cuando pastor disponible ver horario atiende padre sacerdote hora dia dias"), nil},
	{Pastor, phrasesOf("pastor", "cargo de la iglesia", "dirige la iglesia", "lider de la iglesia", "predica", "sacerdote", "cura", "parroco", "padre"), setOf("pastor quien predica llama nombre sacerdote cura parroco padre principal actual cargo dirige lider esta"), phrasesOf("donde", "cuando", "hablar", "necesito", "un pastor", "nuestro padre", "el padre", "mi padre", "a ser", "como llego", "puedo")},
}
