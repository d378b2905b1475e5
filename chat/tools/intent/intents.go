package intent

import "narthex/chat/tools/stems"

// intent is how visitors speak of what they want a tool to do.
type intent struct {
	subject   stems.Set // stems of words, one of which stands in a wish for it, and in the offer of it
	anyway    stems.Set // stems of words that are enough in any message, also in a question; nil: none
	statement bool      // whatever is told, and not asked, is wish enough
	contact   bool      // so is giving an address or a number
}

func about(words string) intent { return intent{subject: stems.NewSet(words)} }

func withContact(i intent) intent {
	i.contact = true
	return i
}

func (i intent) orAny(words string) intent {
	i.anyway = stems.NewSet(words)
	return i
}

// danger are the words of somebody who should not have to ask for a person.
const danger = `die died dies dying death dead kill killed suicide suicidal hurt hurting harm hit hits beat beating beaten abuse abused abusing abusive rape raped
	assault attack attacked afraid scared scare fear terrified threat threatened threatening danger dangerous unsafe unconscious
	hospital hospice icu ambulance emergency urgent urgently accident stroke bleeding overdose overdosed panic desperate despair hopeless
	worthless cancer terminal miscarriage stillborn funeral grief grieving widow divorce divorcing affair arrested jail deported evicted homeless missing
	relapse relapsed drinking drugs crying breakdown alone lonely
	morir murio muriendo muere muerte muerto muerta fallecio matar matarme suicidio suicidarme dano golpea golpeo pega maltrata maltrato abuso abusa violacion
	violo miedo asustada asustado aterrada amenaza amenazo peligro peligroso hospital ambulancia emergencia urgente urgentemente accidente derrame
	sangrando sobredosis panico desesperada desesperado desesperacion terminal aborto funeral duelo viuda viudo divorcio arrestaron carcel
	deportaron desalojaron desaparecio recaida llorando sola solo angustia`

// intents are of all tools that write. See Wanted.
var intents = map[string]intent{
	"capture_visitor_contact": withContact(about(`contact touch reach email mail phone number text write send keep hear interest interested update connect
		contacto contactar correo telefono numero escribir enviar mandar interesa interesado interesada datos noticias comunicar`)),
	"plan_visit": about(`come coming visit visiting attend attending bring bringing arrive arriving try stop drop join expect see going
		visitar visita visitarlos venir vamos iremos ir iria voy ire asistir asistiremos llevar llegar llegamos acompanar esperen conocerlos`),
	"submit_prayer_request": about(`pray prayer prayers praying prayed intercede intercession lift rosary intention intentions candle bless blessing
		orar oracion oraciones oren ore ora oremos orando rezar rezo recen rece reza rezos interceder intercesion intercedan peticion bendicion bendigan clamar
		pidan pedir rogar rueguen encomendar plegaria orem oracao prier priez priere beten gebet`),
	"request_callback": about(`call callback calls phone ring telephone contact talk speak reach hear
		llamar llamada llamen llamenme llameme llame llamarme telefonear telefono contactar contacten comunicar comunicarse comunique comuniquense hablar contacto marcar marque marquen`),
	"leave_message": {statement: true, subject: stems.NewSet(`message tell pass note know word inform office forward let ask
		mensaje recado avisar avisen decir diga pasar dejar informar oficina nota`)},
	"escalate_to_pastor": about(`pastor priest minister reverend rev father chaplain deacon elder someone somebody anyone person human real talk speak
		call help now immediately asap need crisis safe support
		pastor pastora sacerdote cura padre ministro reverendo diacono alguien persona humano hablar llamar llamen ayuda ayudar ayudenme auxilio ahora ya necesito`).orAny(danger),

	"book_appointment": about(`appointment meet meeting book schedule see talk speak counsel counseling counselling counselor advice session sit time
		cita reunion reunirme reunirnos ver verlo hablar agendar reservar consejeria consejo conversar sesion horario`),
	"request_hospital_visit": about(`hospital visit surgery operation ward icu clinic hospice admitted emergency
		visitar visita visiten cirugia operacion operar operaron clinica internado internada ingresado ingresada hospitalizado hospitalizada`),
	"request_home_visit": about(`visit visits home house homebound housebound shut communion come see stop lonely alone
		visitar visita visiten casa hogar comunion venir vengan ver sola solo`),
	"report_bereavement": about(`die died dead death passed passing pass loss lost lose funeral burial memorial bury gone stillborn miscarriage
		morir murio muerto muerte fallecer fallecio fallecimiento perder perdi perdimos partio funeral entierro velorio sepelio sepultar`),
	"request_practical_help": about(`help need needs food rent groceries grocery pantry ride transport transportation bill bills electric electricity utilities heat
		heating gas clothes clothing coat shelter house housing money afford pay lost job laid hungry eat assistance evicted move moving diapers formula medicine
		prescription gasoline furniture bed crib blankets
		comida renta alquiler ayuda ayudar transporte llevar luz agua ropa abrigo dinero pagar hambre trabajo despensa necesitar viveres mudanza techo desalojo panales medicina receta leche gasolina muebles cama cobijas`),
	"request_meal_support": about(`meal meals food cook cooking dinner dinners casserole casseroles baby birth surgery eat supper lunch feed
		comida comidas cocinar cena cenas almuerzo bebe parto cirugia alimentos comer`),

	"register_for_event": about(`register registration sign signup rsvp join attend attending come coming go going spot spots place places seat seats ticket
		tickets reserve book enroll put count save down bring
		inscribir inscribirme inscribirnos inscripcion inscriba apuntar apunteme apuntame apuntarme anotar anoteme anotarme registrar registrarme registreme
		retreat camp concert supper dinner breakfast lunch picnic workshop conference trip pilgrimage party banquet
		asistir asistiremos venir ir vamos iremos lugar lugares cupo reservar reserveme participar retiro campamento concierto cena desayuno
		almuerzo convivio taller peregrinacion viaje conferencia`),
	"subscribe_to_newsletter": about(`newsletter newsletters subscribe subscription mailing mail email emails list news update updates bulletin
		boletin boletines suscribir suscribirme suscribame suscripcion noticias novedades correo correos lista`),
	"join_small_group": about(`join group groups class study sign come attend part interested try belong
		unir unirme unirnos grupo grupos clase estudio participar asistir entrar apuntar apuntarme inscribirme sumarme interesa`),
	"sign_up_to_volunteer": about(`volunteer volunteering help helping serve serving sign team join greeter greet usher role offer give available interested work cook bake sing play drive teach
		clean set sound babysit
		voluntario voluntaria voluntariado ayudar servir apuntar apuntarme inscribirme unirme sumarme equipo colaborar ofrecerme ofrezco ofrecer disponible cocinar cantar tocar limpiar ensenar cuidar`),

	"request_baptism": about(`baptize baptise baptism baptisms christen christening dedicate dedication
		bautizar bautizarme bautizarse bauticen bautismo bautizo dedicar dedicacion presentar presentacion`),
	"request_membership": about(`member members membership join joining belong transfer letter
		miembro miembros membresia unirme unirnos pertenecer hacerme trasladar transferir formar`),
	"request_mentor": about(`mentor mentors mentoring mentorship disciple discipled discipleship guide walk someone learn grow growing teach accompany meet
		mentora mentoria discipulado discipular guia guie acompanar acompane aprender crecer ensenar alguien`),

	"request_facility_use": about(`room rooms hall building rent rental use using reserve book space facility facilities sanctuary chapel wedding party kitchen
		gym reception meeting salon salones sala espacio edificio usar alquilar rentar reservar prestar boda fiesta quinceanera templo capilla`),
	"request_giving_statement": about(`statement statements giving gave gift gifts contribution contributions donation donations donated tax taxes receipt record records
		comprobante constancia donacion donaciones diezmo diezmos impuestos recibo recibos ofrenda ofrendas aportaciones declaracion`),
}
