package term

import "strings"

// concepts map stems to what they mean, by language.
var concepts = conceptIndex(groups)

// groups are the words of each concept, in English and in Spanish.
var groups = map[Term][2]string{
	"=service":     {"service services worship mass masses liturgy", "servicio servicios culto cultos misa misas liturgia"},
	"=time":        {"time times hour hours schedule when noon midday", "hora horas horario horarios mediodia"},
	"=child":       {"kid kids child children son daughter boy girl toddler", "nino ninos nina ninas hijo hijos hija hijas"},
	"=baby":        {"baby babies infant newborn nursery childcare daycare babysitting", "bebe bebes guarderia cuna"},
	"=youth":       {"youth teen teens teenager teenagers adolescent highschool", "joven jovenes juvenil juventud adolescente adolescentes"},
	"=parking":     {"park parking lot lots garage car cars", "estacionar estacionamiento aparcar aparcamiento parqueo coche carro"},
	"=address":     {"address location located directions", "calle direccion ubicacion ubicada ubicado ubicados"},
	"=wear":        {"wear wearing dress clothes clothing attire outfit dressed", "vestir vestirme vestirse ropa vestimenta llevar visto vestido vestidos"},
	"=pastor":      {"pastor pastors minister ministers priest priests reverend clergy vicar", "pastor pastores cura curas sacerdote sacerdotes reverendo"},
	"=rent":        {"rent rental renting hire hiring", "alquilar alquiler renta rentar"},
	"=wedding":     {"wedding weddings marry married marriage remarry remarried", "boda bodas casar casarme casarnos casarse matrimonio"},
	"=funeral":     {"funeral funerals burial memorial", "funeral funerales entierro sepelio"},
	"=baptism":     {"baptism baptisms baptize baptise baptized baptised christening", "bautismo bautismos bautizo bautizar bautizarme bautizarse"},
	"=communion":   {"communion eucharist", "comunion eucaristia"},
	"=give":        {"give giving donate donation donations tithe tithes offering offerings", "donar donacion donativo diezmo diezmos ofrenda ofrendas ofrendar"},
	"=cost":        {"cost costs price prices fee fees rate rates charge charges expensive free", "costo costos cuesta cuestan costar precio precios tarifa cobrar cobran gratis"},
	"=phone":       {"phone telephone", "telefono celular"},
	"=weather":     {"weather snow snows snowing snowstorm storm blizzard ice", "clima nieve nieva tormenta"},
	"=email":       {"email mail", "correo"},
	"=food":        {"food groceries pantry hungry", "comida despensa despensas alimentos viveres hambre"},
	"=access":      {"wheelchair wheelchairs accessible accessibility disability disabled disabilities ramp", "ruedas accesible discapacidad rampa"},
	"=hearing":     {"hearing deaf", "sordo sorda auditivo"},
	"=volunteer":   {"volunteer volunteers volunteering serve serving", "voluntario voluntarios voluntaria servir"},
	"=group":       {"group groups", "grupo grupos"},
	"=bible":       {"bible bibles scripture", "biblia biblias biblico"},
	"=study":       {"study studies class classes course courses", "estudio estudios clase clases curso cursos"},
	"=music":       {"music song songs band choir hymn hymns singing sing instrument instruments drums guitar piano organ keyboard", "musica canto cantos cantar coro alabanza banda himnos instrumento instrumentos bateria teclado acordeon guitarra"},
	"=english":     {"english", "ingles"},
	"=spanish":     {"spanish", "espanol"},
	"=interpret":   {"translation translate translated interpreter interpreters interpretation headset headsets", "traduccion traducir traductor interprete audifonos"},
	"=member":      {"member members membership", "miembro miembros membresia"},
	"=alcohol":     {"alcohol wine beer liquor champagne drink drinks drinking", "alcohol vino cerveza licor"},
	"=stream":      {"livestream livestreamed stream streamed streaming online broadcast youtube internet webcam", "transmision transmiten transmitir linea internet vivo"},
	"=visitor":     {"visit visits visiting visitor visitors newcomer newcomers guest guests", "visita visitas visitar visitante visitantes invitado invitados"},
	"=staff":       {"staff team", "personal equipo"},
	"=lead":        {"lead leads leader leaders", "lider lideres dirige principal"},
	"=confession":  {"confession confessions reconciliation", "confesion confesiones"},
	"=sermon":      {"sermon sermons preach preaches preaching", "sermon sermones predica predicar predicacion"},
	"=pet":         {"pet pets dog dogs cat cats animal animals", "mascota mascotas perro perros gato animales"},
	"=transport":   {"bus van ride rides transport transportation shuttle", "transporte camioneta autobus recoger recogen aventon raite"},
	"=grief":       {"grief grieving bereavement bereaved mourning", "duelo luto"},
	"=recovery":    {"recovery addiction addictions addicted", "recuperacion adiccion adicciones"},
	"=pray":        {"pray prayer prayers praying", "orar ora oran oren oracion oraciones rezar"},
	"=office":      {"office", "oficina"},
	"=last":        {"last lasts duration length end ends ended finish finishes", "dura duran durar duracion termina terminan acaba"},
	"=sick":        {"sick ill illness hospital", "enfermo enferma enfermos hospital"},
	"=cooling":     {"ac aircon conditioning conditioned", "climatizacion"},
	"=wifi":        {"wifi wireless", "wifi inalambrica"},
	"=sunday":      {"sunday sundays", "domingo domingos dominical"},
	"=monday":      {"monday mondays", "lunes"},
	"=tuesday":     {"tuesday tuesdays", "martes"},
	"=wednesday":   {"wednesday wednesdays", "miercoles"},
	"=thursday":    {"thursday thursdays", "jueves"},
	"=friday":      {"friday fridays", "viernes"},
	"=toilet":      {"bathroom bathrooms restroom restrooms toilet toilets washroom", "bano banos sanitario sanitarios"},
	"=death":       {"die dies died dying death dead deceased", "muere murio fallecio fallecer muerte morir"},
	"=open":        {"open opens opened opening close closes closing lock locked unlocked", "abre abren abierto abierta cierra cierran cerrado cerrada"},
	"=convert":     {"convert converting conversion become becoming", "convertir convertirme hacerme"},
	"=law":         {"legal lawyer lawyers attorney immigration undocumented", "legal abogado abogada abogados migratoria migratorio inmigracion migracion papeles"},
	"=quince":      {"quinceanera quince quinceaneras quinceanos", "quinceanera quinceaneras quince quinceanos quinceanero"},
	"=school":      {"school", "escuela"},
	"=speak":       {"speak speaks", "hablo habla hablan"},
	"=nursing":     {"nurse breastfeed breastfeeding nursing", "pecho amamantar lactancia"},
	"=teacher":     {"teacher teachers", "maestra maestro maestros maestras"},
	"=certificate": {"certificate certificates cert", "certificado constancia"},
	"=welcome":     {"welcome", "bienvenido bienvenida bienvenidos bienvenidas"},
	"=remember":    {"eulogy eulogies remembrance tribute", "elogio homenaje"},
	"=oil":         {"anoint anoints anointing oil", "ungen ungir ungimos uncion aceite"},
	"=woman":       {"woman women ladies", "mujer mujeres dama damas"},
	"=man":         {"man men guys", "hombre hombres varon varones caballeros"},
	"=saturday":    {"saturday saturdays", "sabado sabados"},
}

func conceptIndex(groups map[Term][2]string) map[string]map[string]Term {
	index := map[string]map[string]Term{English: {}, Spanish: {}}
	for concept, lists := range groups {
		for i, lang := range []string{English, Spanish} {
			for word := range strings.FieldsSeq(lists[i]) {
				index[lang][stem(word, lang)] = concept
			}
		}
	}
	return index
}
