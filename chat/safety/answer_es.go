package safety

var spanish = &wording{
	openings: map[opening]string{
		{Suicide, Self, false}: "Gracias por decírmelo. Lo que está cargando suena insoportable, y su vida importa. " +
			"Soy un asistente de inteligencia artificial y no puedo estar a su lado, pero una persona sí puede, ahora mismo. Por favor, no se quede a solas con esto.",
		{Suicide, Self, true}: "Gracias por decirlo. Pensamientos así pesan mucho cuando se cargan a solas, aunque no piense llevarlos a cabo, y hace bien hablarlos con alguien.",
		{Suicide, Other, false}: "Gracias por pedir ayuda para esa persona. Por favor, trátelo como una emergencia: quédese a su lado o en el teléfono con ella, " +
			"y pida ayuda ahora.",
		{Suicide, Other, true}: "Gracias por preocuparse por esa persona. Da miedo oír algo así de alguien a quien se quiere, y no tiene que saber qué hacer por su cuenta.",
		{SelfHarm, Self, false}: "Gracias por confiarme esto. Hacerse daño puede parecer la única manera de soportar un momento, y usted merece cuidado, no juicio. " +
			"No tiene que salir de esto sin ayuda.",
		{SelfHarm, Other, true}: "Gracias por darse cuenta y por preocuparse. Duele ver que alguien a quien se quiere se hace daño. Muchas veces es una forma de soportar un dolor que todavía no tiene palabras.",
		{Abuse, Self, false}: "Lo siento mucho. Lo que le están haciendo está mal, y no es culpa suya. " +
			"Nada de lo que usted hizo, y nada en la fe, lo justifica. Su seguridad es lo primero.",
		{Abuse, Other, true}:        "Gracias por acompañar a esa persona. Lo que está viviendo está mal, y tener a alguien que le crea vale muchísimo.",
		{ChildAtRisk, Self, false}:  "Gracias por decírmelo. Lo que está pasando no está bien, y no es culpa suya. Nadie debe castigarle por contarlo, le hayan dicho lo que le hayan dicho. Merece estar a salvo.",
		{ChildAtRisk, Other, false}: "Gracias por decirlo. La seguridad de un menor es lo primero, y no necesita pruebas para pedir ayuda.",
		{Medical, Self, false}:      "Esto parece una emergencia médica.",
		{Threat, Other, false}:      "Esto suena peligroso, y lo tomo en serio. Que nadie salga lastimado, tampoco usted.",
		{Despair, Self, false}: "Siento mucho que duela tanto. Sentir que no hay salida agota, y sentirlo no es debilidad. " +
			"No tiene que cargar con esto a solas.",
	},
	advice: map[opening]string{
		{Suicide, Self, false}: "Si tiene cerca algo con lo que podría hacerse daño, por favor aléjese de ello o pídale a alguien que se lo lleve. " +
			"¿Hay alguien que pueda estar con usted hasta que llegue la ayuda?",
		{Suicide, Self, true}:   "¿Hay alguien de confianza a quien pueda contárselo hoy?",
		{Suicide, Other, false}: "Si no corre peligro al hacerlo, ponga fuera de su alcance pastillas, armas y cualquier otra cosa peligrosa.",
		{Suicide, Other, true}: "Puede preguntarle con claridad si está pensando en el suicidio; preguntar no le mete la idea. " +
			"Escuche sin discutir, quédese cerca, aleje lo que sea peligroso y llamen juntos. Si cree que podría hacerlo, no deje a esa persona a solas.",
		{SelfHarm, Self, false}: "Si una herida es profunda o no deja de sangrar, por favor busque atención médica ahora.",
		{SelfHarm, Other, true}: "Escuche con calma, sin enojo ni ultimátum, y ayúdele a ver a un médico o consejero. Si una herida es profunda, busque atención médica enseguida.",
		{Abuse, Self, false}: "Confíe en lo que usted siente que es seguro. Si alguien puede revisar este teléfono o computadora, use otro o borre esta conversación. " +
			"No le debe explicaciones a nadie antes de ponerse a salvo.",
		{Abuse, Other, true}: "Créale, deje que decida a su ritmo, y por favor no hable con quien le hace daño: puede aumentar el peligro. " +
			"Si teme por una vida, llame al número de emergencias.",
		{ChildAtRisk, Self, false}: "Si contárselo a una persona no ayuda, cuénteselo a otra, hasta que alguien le ponga a salvo.",
		{ChildAtRisk, Other, false}: "Por favor, cuente lo que sabe a la policía o a protección de menores, y no interrogue al menor ni hable con la persona de quien sospecha; " +
			"ellos saben hacerlo sin riesgo. Si es usted quien teme hacerle daño a un niño, déjelo en un lugar seguro, apártese y llame.",
		{Medical, Self, false}: "No cuelgue y haga lo que le indiquen. Si puede, mande a alguien a la puerta a esperar la ambulancia.",
		{Threat, Other, false}: "Si siente que está a punto de hacerle daño a alguien, aléjese de esa persona y de cualquier arma, y llame ahora. " +
			"Si el peligro viene de otra persona, póngase primero a salvo con los demás.",
		{Despair, Self, false}: "Si esto llegara a convertirse en pensamientos de morir, por favor dígaselo a alguien enseguida.",
	},
	emergencyNow:   "Por favor, **llame al {number} ahora**, o pídale a alguien cercano que llame.",
	emergencyFirst: "Si alguien está en peligro en este momento, **llame al {number} ahora**, o pídale a alguien cercano que llame.",
	emergencyLast:  "Si está en peligro o ya se hizo daño, **llame al {number} ahora**.",
	emergencySoft:  "Si hay peligro en este momento, llame al {number}.",
	local:          "número de emergencias de su país",
	call:           "Puede hablar con alguien, de día o de noche: {line}.",
	callSoft:       "Hay alguien con quien hablar, de día o de noche: {line}.",
	callForOther:   "Usted puede pedir consejo, o esa persona puede hablar con alguien, de día o de noche: {line}.",
	callOrText:     "**llame o mande un mensaje de texto al {number}**",
	callOnly:       "**llame al {number}**",
	directory:      "encuentre una línea de su país en **{directory}**",
	abuseLine:      "En {name} atienden personas que saben ayudar con esto: **{number}**.",
	childLine:      "En {name} atienden personas que saben proteger a los menores: **{number}**.",
	trustedAdult: "Si es menor de edad, cuénteselo hoy también a un adulto de confianza: su mamá o su papá, un familiar, un maestro, la enfermera o el consejero de la escuela. " +
		"Elija a alguien con quien se sienta a salvo, y dígaselo tal como me lo dijo a mí.",
	personByPhone: "Si quiere hablar con alguien de {church}, puede llamar al {phone} o decirme cómo comunicarnos con usted. " +
		"Es posible que no lo vean enseguida, así que no les espere si es urgente.",
	person: "Si quiere que alguien de {church} se comunique con usted, dígame cómo. Es posible que no lo vean enseguida, así que no les espere si es urgente.",
}
