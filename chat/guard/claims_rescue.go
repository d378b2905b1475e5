package guard

const (
	rescuer  = "{911|999|112|000|111|988|an ambulance|the ambulance|the police|the authorities|emergency services|the emergency services|the paramedics|help|your sister|your mother|your mom|your father|your dad|your brother|your husband|your wife|your parents|your family|your friend|the crisis line|the hotline|a doctor|somebody to you|someone to you|child protection|social services|for help|Pastor|Father|the pastor|the priest|somebody for you|someone for you}"
	rescate  = "{al 911|al 112|al 999|a una ambulancia|a la ambulancia|una ambulancia|a la policia|a las autoridades|a emergencias|a los servicios de emergencia|a los bomberos|ayuda|a alguien a|a su mama|a tu mama|a su mam|a su papa|a tu papa|a su hermana|a tu hermana|a su hermano|a su esposo|a su esposa|a su familia|a tu familia|a un medico|al pastor|al padre|al sacerdote|a la linea de crisis|por usted|por ti}"
	ayudando = "{ayuda|la ayuda|una ambulancia|la ambulancia|alguien|el pastor|el padre|la policia|un sacerdote}"
)

// rescueClaimed are claims to call or send somebody, or to have done so. What a tool has passed on to a church is none:
// "I have sent your request to the office".
var rescueClaimed = []string{
	"{I am|I'm} {|now |already |also }{calling|phoning|contacting|alerting|notifying|dialing|texting|messaging|reaching out to|sending|getting} " + rescuer, "{I am|I'm} {|now |already }{sending|getting} you {help|an ambulance|somebody|someone}", "{I am|I'm} {|now |already }sending {someone|somebody|an officer|a pastor|a priest|people} {to|over|right}",
	"{I have|I've|I just|I have just|I've just|I have already|I've already|I already} {called|phoned|contacted|alerted|notified|dialed|texted|messaged|informed|reached out to|summoned|sent for|sent} " + rescuer, "{I have|I've|I just|I have just|I've just|I have already|I've already} sent {someone|somebody|help|an ambulance|a message to emergency|a message to the police|a message to 911|an alert to the police|an alert to emergency}",
	"I {|just |already }{texted|phoned|alerted|notified|contacted|summoned} " + rescuer,
	"{I will|I'll|I shall|let me|I am going to|I'm going to|I can|I could} {|now |also |immediately }{call|phone|contact|alert|notify|dial|text|send|summon|get you} " + rescuer, "{I will|I'll|let me|I can} {|now }send {someone|somebody|an ambulance|help|the police} {|over |right }{to you|to your|now|over}",
	"{help|an ambulance|the ambulance|the police|the pastor|a pastor|a priest|someone|somebody|Pastor Daniel|Pastor Ruth|he|she|they} {is|are} {|already |now }on {the|his|her|their|its} way to {you|your|where you}", "{help|an ambulance|the ambulance|the police|a pastor|a priest|the paramedics|paramedics} {is|are} {|already |now }on {the|his|her|their|its} way now", "{help|an ambulance|the ambulance|the paramedics|paramedics} {is|are} {|already |now }{coming|arriving|on its way|on their way}",
	"{the pastor|a pastor|the priest|the police|emergency services|somebody|someone|a staff member} {has|have} {|already |now }been {alerted|called|notified|told} and", "{somebody|someone|a counselor|a counsellor|a person|a pastor|the pastor|a human|a staff member|a volunteer} {|from the church |at the church |from our team }is {|now |already |also }{watching|reading|monitoring|following} {this|along|our|your|what}",

	"{estoy|sigo} {llamando|avisando|contactando|alertando|enviando|mandando|marcando|pidiendo} {|ya |ahora }" + rescate, "{le|te} {estoy mandando|estoy enviando|mando|envio|mande|envie} {ayuda|una ambulancia|a alguien|la policia}",
	"{ya |acabo de }{llame|avise|envie|mande|contacte|alerte|avisar|llamar|enviar|mandar|contactar|alertar} {|ya }" + rescate, "{he|acabo de} {llamado|avisado|enviado|mandado|contactado|alertado|informado} " + rescate, "{ya|acabo de} {|le |les }{mande|envie|mandar|enviar} {un mensaje|un aviso|ayuda} {a su|a tu|a la policia|a emergencias|al 911}",
	"{voy a|vamos a} {llamar|avisar|enviar|mandar|contactar|alertar|pedir} " + rescate, "{llamare|avisare|enviare|mandare|contactare|alertare} " + rescate,
	ayudando + " {|ya }{va|esta|viene|vienen} {|ya }{en camino|para alla|para aca|hacia su casa|hacia tu casa|hacia usted}", "{el pastor|la policia|el padre|la iglesia} ya {esta|fue|ha sido} {avisado|avisada|alertado|alertada}", "{alguien|un consejero|una persona|el pastor|un voluntario} {|de la iglesia |del equipo }{esta|le esta|te esta} {leyendo|viendo|siguiendo|acompanando} {|esto |este chat }{ahora|en este momento|esto|este}",
}
