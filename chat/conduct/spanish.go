package conduct

// abuseSpanish is what Conduct knows of Spanish, without accents; see lexiconOfAbuse for how to read it. Words that are an
// animal, a dish or the host of the Eucharist in one country and coarse in another stand only in phrases.
const abuseSpanish = `
profane: mierda puta puto putas putos joder coño carajo chingar chingada chingado chingados chingue pinche pinches cabron cabrones cabrona pendejo
profane: pendeja pendejos pendejas verga culero culera gilipollas hijueputa malparido malparida cojones culo jodido jodida mamon pendejada pendejadas
coarse: idiota estupido estupida imbecil
alias: hpta ijueputa hijoputa hijaputa joputa = hijo de puta
alias: ptm = puta madre
alias: mrd = mierda
alias: vrg berga = verga
alias: pndejo pendjo pendex = pendejo
alias: stupido stupida = estupido
alias: xq porq = porque
alias: vallanse vayansen = vayanse
alias: bete = vete
INSULTO = porqueria porquerias inutil inutiles idiota idiotas imbecil imbeciles estupido estupida estupidos estupidas pendejo pendeja pendejos pendejas cabron cabrona cabrones gilipollas puta puto putas putos zorra zorras perra perras maricon maricones marica maricas mierda basura culero culera culeros hijueputa malparido malparida malnacido malnacidos tarado tarada subnormal retrasado retrasada retrasados baboso babosa mamon asqueroso asquerosa cretino cretina bastardo bastardos boludo pelotudo pelotuda inbecil payaso payasos tonto tonta tontos cerdo cerda cerdos escoria bruto bruta mongolico huevon weon culiao
NOMBRE = mamon ratero rateros idiota idiotas imbecil imbeciles estupido estupida estupidos estupidas pendejo pendeja pendejos pendejas cabron cabrona cabrones gilipollas maricon maricones hijueputa malparido malparida malnacido malnacidos tarado tarada subnormal cretino cretina pelotudo pelotuda culero culera culeros zorra
RELLENO = inutil fea feo asco un una unos unas el la los las tan muy bien bastante completamente totalmente todo toda todos todas solo nada mas que puro pura pinche pinches maldito maldita malditos malditas puto puta jodido jodida verdadero verdadera gran grandisimo grandisima pedazo de bola montón monton vil pobre tremendo tremenda y
ROBOT = bot robot chatbot ia asistente maquina
CLERO = pastor pastora cura curas padre sacerdote sacerdotes obispo monja monjas reverendo predicador secretaria cristianos cristiano catolicos catolico evangelicos creyentes
VENGA = ya pues oye oigan bueno entonces y no tu ustedes usted todos vete mira ay si que por favor solo mejor porque bot robot pastor anda
VOY = voy vamos quiero queremos
SIGLA = hdp hp csm ctm
MATAR = matar matarte matarlos golpear golpearte violar violarte romper romperte partir partirte pegar apuñalar disparar quemar estrangular reventar reventarte desaparecer
CUERPO = tetas culo pechos concha coño cuerpo pene verga pito chichis nalgas desnuda
VULGAR = tetas culo coño pene verga chichis nalgas
abuse: eres|sos RELLENO* INSULTO
abuse: usted es RELLENO* INSULTO
abuse: ustedes|vosotros son|sois RELLENO* INSULTO
abuse: ^ son|sois un|una|unos|unas RELLENO* INSULTO
abuse: tu|su|vuestra madre|hermana es RELLENO* INSULTO
abuse: es usted RELLENO* INSULTO
abuse: son ustedes RELLENO* INSULTO
abuse: RELLENO? INSULTO RELLENO? ROBOT
abuse: ROBOT RELLENO* de? INSULTO
abuse: pinche|puto|puta|maldito|maldita|jodido ROBOT|CLERO
abuse: ^ VENGA* RELLENO* NOMBRE $
abuse: CLERO RELLENO? de mierda
alone: ROBOT? SIGLA ROBOT?
abuse: eres|sos RELLENO* SIGLA
abuse: usted es RELLENO* SIGLA
abuse: no seas|sean RELLENO* SIGLA
abuse: contesta|responde|habla|vete|oye|inutil|idiota|pinche|puto SIGLA $
abuse: CLERO ..1 es|son RELLENO* NOMBRE
abuse: maldito|malditos|malditas|pinches|putos CLERO
abuse: no seas|sean RELLENO* NOMBRE
abuse: chingar a? tu|su|sus madre|madres
abuse: me la pelas|mamas|chupas|pelan
abuse: ^ ..3 hijos de RELLENO* puta $
abuse: ^ CLERO NOMBRE
abuse: vete|vayase|vayanse|andate|larguense|largate|anda RELLENO* a la mierda|verga|chingada|concha|ctm|csm
abuse: vete|vayase|vayanse|andate|larguese|anda al carajo|diablo|infierno
abuse: chinga|chinguen|chingas|chingue a? tu|su|vuestra|sus madre|madres
abuse: jodete|jodanse|jodase|pudrete|pudranse|muerete|muerase|mueranse|matate|callate|callense
abuse: ^ VENGA* que te|os|les|se jodan|follen|folle|jodas|mueras|mueran|pudras
abuse: ^ VENGA* que te|os|les den $
abuse: ^ VENGA* que te|se muera $
abuse: ojala te|se mueras|mueran|pudras|pudran
abuse: ojala te|se muera $
abuse: ^ VENGA* cierra|cierren RELLENO? la|el|tu boca|hocico|pico
abuse: me cago en ti|tu|vuestra|ustedes
abuse: ^ VENGA* tu RELLENO? puta madre
abuse: concha de tu madre
abuse: ^ VENGA* RELLENO* hijo|hija|hijos|hijas de RELLENO* puta|perra
abuse: eres|sos|son RELLENO* hijo|hija|hijos|hijas de RELLENO* puta|perra
abuse: metetelo|metetela|metanselo por|en
abuse: te|os VOY a? MATAR
abuse: los|las|le|les VOY a? MATAR !a|el|la|un|una
abuse: los|las|les VOY a? MATAR a todos|todas|ustedes
abuse: le|les VOY a? MATAR la cara|madre|cabeza|boca
abuse: VOY a? matarte|violarte|golpearte|romperte|partirte|reventarte|matarlos
abuse: te VOY a? follar|coger|culear|cojer
abuse: te|los matare|violare|quemare|golpeare|rompere
abuse: VOY a? quemar|incendiar|bombardear RELLENO* su|tu|esta|vuestra|la iglesia|templo
abuse: VOY a? poner una bomba
abuse: se donde vives|viven|trabajas
told: ^ vas a morir $
told: te vas a morir !si|cuando
told: ^ ustedes todos? van a morir !si|cuando
abuse: cuidate la espalda
abuse: mandame|enviame|manda|envia|pasame|pasa RELLENO* tus? foto|fotos|pack|nudes|nude RELLENO* tuya? desnuda|desnudo
abuse: manda|mandame|enviame|pasame RELLENO* tu? tus? nudes|nude
abuse: manda|mandame|enviame|pasame RELLENO* tu? pack $
abuse: mandame|enviame|pasame RELLENO* foto|fotos RELLENO* tus? tu? desnuda|desnudo|desnudas|sexy|CUERPO
abuse: enseñame|muestrame|ensename RELLENO* tus|tu RELLENO* CUERPO
abuse: enseñame|muestrame|ensename RELLENO* VULGAR
abuse: quiero|quisiera|deseo cogerte|follarte|culearte|chuparte|lamerte|metertela|cojerte
abuse: quiero|quisiera coger|follar|culear|sexo|acostarme|acostarse contigo
abuse: quiero tener sexo contigo
abuse: quiero|quisiera|dejame ver|tocar tus|tu RELLENO* CUERPO
abuse: quiero|quisiera|dejame verte|tocarte RELLENO* CUERPO
abuse: quiero|quisiera|dejame ver|verte|tocar|tocarte RELLENO* VULGAR
abuse: quieres follar|culear
abuse: quieres coger|cojer|sexo $
abuse: quieres coger|cojer|sexo conmigo
abuse: ^ oye|hola|ROBOT* quieres tener sexo $
abuse: quieres tener sexo conmigo
abuse: ten|tengamos|hagamos sexo
abuse: ^ VENGA* chupamela|mamamela|chupame|mamame|chupala|mamala|chupalo
abuse: ^ VENGA* besame el culo
abuse: que RELLENO* rica|buena|sexy|buenota estas
abuse: estas RELLENO* rica|buenota|sexy|buenisima|cachonda
abuse: eres RELLENO* buenota|sexy|buenisima|cachonda
abuse: ^ VENGA* desnudate|encuerate
DIJO = dice dicen dijo dijeron decia decian diciendo llama llaman llamo llamaron llamaba grita gritan grito gritaron gritaba gritando escribe escriben escribio escribieron manda mandan mando mandaron envio envia insulta insulto insultan insultaron repite amenaza amenazo amenazan contesto respondio cree creen pide pidio
ELLOS = el ella ellos ellas alguien gente esposo esposa marido mujer novio novia ex pareja papa padre padrastro mama madre hermano hermana hijo hija tio tia primo jefe jefa compañero compañeros amigo amiga amigos vecino vecina maestro maestra niños muchachos hombre hombres señor señora suegra cancion pelicula libro biblia jesus
report: me|le|nos|les|lo|la|se DIJO
report: ELLOS ..3 DIJO
report: !quiero|queria|voy|tengo|gustaria decir|decirle|decirme|llamar|llamarle|llamarme|gritar|gritarme|insultar
report: que significa|quiere
report: palabra|palabras|frase|mensaje|cancion|titulo|voces|letrero|nota
`
