package inmemory

import "narthex/chat/words"

// The words that Postgres' dictionaries english_stem and spanish_stem leave out, those with accents aside: no folded word has any.
var (
	englishStops = words.Set(`
	i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
	itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has
	had having do does did doing a an the and but if or because as until while of at by for with about against between into
	through during before after above below to from up down in out on off over under again further then once here there when
	where why how all any both each few more most other some such no nor not only own same so than too very s t can will just
	don should now`)
	spanishStops = words.Set(`
	de la que el en y a los del se las por un para con no una su al lo como pero sus le ya o este porque esta entre cuando muy
	sin sobre me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto antes
	algunos unos yo otro otras otra tanto esa estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros
	mi mis te ti tu tus ellas nosotras vosostros vosostras os tuyo tuya tuyos tuyas suyo suya suyos suyas nuestro nuestra
	nuestros nuestras vuestro vuestra vuestros vuestras esos esas estoy estamos estemos estaremos estaba estabas estabais
	estaban estuve estuviste estuvo estuvimos estuvisteis estuvieron estuviera estuvieras estuvierais estuvieran estuviese
	estuvieses estuvieseis estuviesen estando estado estada estados estadas estad he has ha hemos han haya hayas hayamos hayan
	habremos hube hubiste hubo hubimos hubisteis hubieron hubiera hubieras hubierais hubieran hubiese hubieses hubieseis
	hubiesen habiendo habido habida habidos habidas soy eres es somos sois son sea seas seamos sean seremos era eras erais eran
	fui fuiste fue fuimos fuisteis fueron fuera fueras fuerais fueran fuese fueses fueseis fuesen sintiendo sentido sentida
	sentidos sentidas siente sentid tengo tienes tiene tenemos tienen tenga tengas tengamos tengan tendremos tuve tuviste tuvo
	tuvimos tuvisteis tuvieron tuviera tuvieras tuvierais tuvieran tuviese tuvieses tuvieseis tuviesen teniendo tenido tenida
	tenidos tenidas tened`)
)
