package conduct

// abuseEnglish is what Conduct knows of English; see lexiconOfAbuse for how to read it. Words of the Bible and names stand
// only in phrases that can be meant in one way.
const abuseEnglish = `
profane: fuck fucks fucking fuckin fucked fucker fuckers motherfucker motherfuckers motherfucking shit shits shitty bullshit shithead
profane: bitch bitches bitching asshole assholes arsehole arseholes cunt cunts dickhead dickheads douchebag douchebags wtf slut sluts
profane: goddamn goddamned dumbass cocksucker cocksuckers wanker wankers twat twats bollocks jackoff
coarse: idiot idiots moron morons stupid retard retards retarded whore whores bastard you your yourself hate faggot faggots nigger niggers
alias: u ya yu yew = you
alias: r = are
alias: youre you're ure u're = you are
alias: ur yur yer = your
alias: we're = we are
alias: ahole aholes = asshole
alias: you'll u'll = you will
alias: im i'm = i am
alias: i'll i'd = i will
alias: ive i've = i have
alias: ima imma i'ma = i am going to
alias: gonna gunna = going to
alias: wanna = want to
alias: gotta = got to
alias: lemme = let me
alias: lets let's = let us
alias: fk fck fuk fuc fvck phuck fkk fuq = fuck
alias: fkn fking fckn fcking fukn fuking fuckn effing effin fkin = fucking
alias: fuckyou fku fuckyouu = fuck you
alias: fuckoff = fuck off
alias: stfu = shut the fuck up
alias: shutup = shut up
alias: gtfo = get the fuck out
alias: kys = kill yourself
alias: yourselves urself yourselfs ureself = yourself
alias: mf mfer mofo = motherfucker
alias: mfs = motherfuckers
alias: sht shiet = shit
alias: biatch biotch btch = bitch
alias: nigga niggas = nigger
alias: fag fags fagot fagots = faggot
alias: retart tard tards = retard
alias: dumbfuck dumbfucks dumbshit fuckwit fucktard fuckface shitface dipshit shitbag = asshole
alias: stoopid stupit stupd = stupid
alias: idot idoit ideot = idiot
alias: a$$ azz = ass
alias: d1ck dik = dick
alias: dont don't = do not
alias: y'all yall yous youse = you
alias: its it's = it is
alias: he's hes = he is
alias: she's shes = she is
alias: they're theyre = they are
BE = are is was were am be being
FILL = a an the such creepy freaky guys lot folks pompous arrogant fake greedy hypocritical complete so just really very fucking fuckin goddamn goddamned damn damned bloody freaking absolute absolutely total totally complete completely utter utterly little big huge nothing but all both of piece pieces lot bunch pack kind and one most biggest worst motherfucking old fat ugly dirty nasty filthy lying miserable sick sad pathetic useless worthless disgusting stupid dumb some actually literally seriously truly honestly real sorry evil damned stinking ignorant brainless lazy shitty
PREDATOR = creep creeps pervert perverts pedo pedos
SLUR = clown clowns weirdo weirdos idiot idiots moron morons imbecile imbeciles retard retards asshole assholes arsehole arseholes dumbass bitch bitches bastard bastards whore whores slut sluts cunt cunts prick pricks dickhead dickheads douche douchebag douchebags scum scumbag scumbags shithead wanker wankers twat twats motherfucker motherfuckers fucker fuckers faggot faggots nigger niggers chink cretin cocksucker cocksuckers jackass loser losers halfwit vermin
NOUN = SLUR PREDATOR
BASE = stupidest dumbest stupid dumb retarded dick dicks shit trash garbage pathetic disgusting worthless ugly brainless moronic idiotic pig pigs jerk freak ass crap cockroach
INSULT = NOUN BASE
ADJECTIVE = stupid dumb retarded shitty idiotic moronic brainless dumbass fuckin
MACHINE = bot chatbot robot ai assistant clanker computer algorithm
CLERGY = pastor pastors priest priests preacher preachers reverend bishop minister deacon vicar nun nuns secretary christians christian catholics catholic protestants believers churchgoers
WORST = pig pigs idiot idiots moron morons imbecile asshole assholes bitch bitches bastard bastards cunt cunts whore whores slut prick dick dickhead retard retards retarded scum scumbag scumbags motherfucker motherfuckers fucker fuckers faggot faggots stupid wanker
LEAD = just please now oh well so then ok okay hey not and but yes no go ahead lol bot robot pastor assistant honestly seriously kindly
ALL = you all everyone everybody can could should may just please
CLAIM = know think hope swear promise pray bet believe
AUX = will am are be going to want would could should have shall got so really hope like love need might gotta about ready coming
MODAL = will would could should shall might to gotta
DEADLY = kill murder stab strangle rape punch slap choke torture destroy hunt
HARM = DEADLY hurt
VICTIM = you pastor priest preacher reverend secretary bishop deacon minister christians
BODY = dick cock tits boobs pussy ass balls breasts nipples nudes body dicks naked
abuse: you not? BE !not FILL* NOUN
abuse: you BE FILL* INSULT
abuse: you FILL* NOUN
abuse: you BE? such|a|fucking|fuckin|stupid|dumb|dirty|filthy|ugly|lying|nasty FILL* kike|bich
abuse: BE you FILL* INSULT !proof|in|if|when|without
abuse: your a|an|so|such|just|really|fucking|very FILL* INSULT
abuse: your NOUN|stupid|dumb|pathetic|retarded|disgusting|worthless $
abuse: ^ LEAD* your INSULT $
abuse: how FILL* INSULT you are
abuse: your whole? staff|team|church|people BE FILL* WORST
abuse: CLERGY ..2 can|should|could go? fuck himself|herself|themselves
abuse: you piece|sack|pile of FILL* shit|trash|garbage|crap
abuse: you FILL* piece|sack|pile of FILL* shit|trash|garbage|crap
abuse: you people|guys|all|lot|folks|bunch FILL* BE FILL* INSULT
abuse: you FILL* fuck|fucks $
abuse: ^ LEAD* FILL* piece|sack|pile of FILL* shit|trash|garbage|crap MACHINE? $
abuse: ^ LEAD* you sound|look|act|talk|seem like? FILL* NOUN
abuse: you fucking|stupid|dumb|useless|worthless|creepy|ugly|pathetic FILL* machine|fuck|fucks|MACHINE|CLERGY|people|dick|pig|ass
abuse: !my ADJECTIVE FILL* MACHINE|CLERGY
abuse: creepy FILL* MACHINE
abuse: ^ LEAD* FILL* NOUN $
abuse: ^ LEAD* FILL* NOUN MACHINE $
abuse: CLERGY ..1 BE FILL* WORST
abuse: that|your|this|the FILL* WORST of a CLERGY
abuse: your FILL* CLERGY BE FILL* WORST
abuse: !the|a|no fuck you !to
abuse: !the|a|no fuck off|yourself
abuse: ^ LEAD* fuck your FILL* church|god|religion|mother|mom|bot|CLERGY
abuse: fuck all of you
alone: fu
abuse: ^ fu you|all|MACHINE|CLERGY
abuse: ^ LEAD* f you
abuse: fuck the|that|this|all|those|these FILL* CLERGY|MACHINE
abuse: fuck CLERGY
abuse: go fuck yourself
abuse: screw you
abuse: ^ LEAD* go screw yourself
abuse: ^ LEAD* choke $
abuse: ^ LEAD* choke on it|that|your|a|my
told: ^ LEAD* you all? deserve|ought to die|burn|suffer
told: i CLAIM that? you all? deserve|ought to die|burn|suffer
abuse: i|we AUX AUX* slit|cut|break|bash|smash|crush|blow|kick your FILL* throat|head|face|neck|legs|teeth|brains|skull|ass
abuse: i|we AUX AUX* shoot your|the|that|this FILL* VICTIM
abuse: someone|somebody should|ought|gotta to? shoot your|the|that|this FILL* VICTIM
abuse: you look|sound FILL* sexy|hot
abuse: ^ LEAD* let us? have sex
abuse: i|me AUX* see you FILL* naked|nude
abuse: horny for you
abuse: suck a|my FILL* dick|cock
abuse: what a|an FILL* INSULT ..3 you are
abuse: you FILL* mother fucker|fuckers
abuse: you FILL* waste of space|oxygen|air|skin|time
abuse: shove|stick it|that|your ..2 up your FILL* ass|arse|butt
told: ^ LEAD* you are FILL* going to hell !if|when|unless
abuse: tell your|the|that CLERGY ..2 to? go to hell
abuse: tell your|the|that CLERGY ..2 to? fuck|fucks
abuse: your mom|mother|mum|mama|sister|wife BE FILL* INSULT
abuse: your FILL* CLERGY BE FILL* SLUR|BASE
abuse: i|we AUX AUX* HARM FILL* every|each|everyone|everybody one? of? you|there|in|at
abuse: ^ AUX AUX* bomb|torch|burn|attack your|the|this church
abuse: i|we AUX AUX* come|go|drive|walk to|into your|the|that|this church and AUX* shoot|bomb|burn|HARM
abuse: see|suck|lick|touch|ride|taste|stroke my FILL* dick|cock|balls
abuse: ^ LEAD* AUX* touch|grab|suck|lick|feel|squeeze|spank your FILL* BODY
abuse: i|we AUX AUX* touch|grab|suck|lick|feel|squeeze|spank your FILL* BODY
abuse: let me touch|grab|suck|lick|feel|squeeze|spank your FILL* BODY
abuse: ^ LEAD* piss|bugger|sod off
abuse: ^ LEAD* eat shit
abuse: ^ LEAD* suck my ..1 BODY
abuse: suck my BODY
abuse: ^ LEAD* suck it
abuse: ^ LEAD* kiss|lick my FILL* ass|arse|BODY
abuse: up yours
abuse: ^ LEAD* blow me $
abuse: ^ LEAD* go to hell
told: ^ LEAD* you|everyone|everybody|all ALL* go to hell $
abuse: why do not you LEAD* go to hell
abuse: ^ LEAD* get the fuck out|lost
told: ^ LEAD* you all? will|should|are|deserve|can all? going? to? burn|rot in hell !if|when|unless
told: i CLAIM that? you all? will|should|are|deserve|can all? going? to? burn|rot in hell !if|when|unless
abuse: people like you will|should|deserve to? burn|rot in hell
abuse: ^ LEAD* burn|rot in hell
abuse: why do not you LEAD* burn|rot in hell
abuse: hope you FILL* die|burn|rot|choke|suffer
abuse: ^ LEAD* go? die $
abuse: ^ LEAD* die you
abuse: ^ LEAD* drop dead
abuse: ^ LEAD* kill|hang|shoot yourself
told: ^ LEAD* you should|could|can just? go? kill|hang|shoot yourself
told: i CLAIM that? you should|could|can just? go? kill|hang|shoot yourself
abuse: why do not you LEAD* die|choke $
abuse: why do not you LEAD* drop dead
abuse: why do not you LEAD* kill|hang|shoot yourself
abuse: ^ LEAD* shut the fuck up
abuse: can|could|will|would|why|not you|everyone|everybody ALL* shut the fuck up
abuse: ^ LEAD* shut up|it
abuse: can|could|will|would|not you|everyone|everybody ALL* shut up|it $
abuse: ^ LEAD* you|everyone|everybody|all ALL* shut up|it $
abuse: ^ LEAD* shut your FILL* mouth|trap|face
abuse: you FILL* suck !at
abuse: i|we AUX AUX* DEADLY FILL* VICTIM
abuse: i|we AUX* MODAL hurt FILL* VICTIM
abuse: someone|somebody should|ought|gotta to? HARM FILL* VICTIM
abuse: i|we AUX AUX* DEADLY your|that|this FILL* VICTIM|family|kids|people|wife|husband|children|daughter|son|mother|mom
abuse: i|we AUX* MODAL hurt your|that|this FILL* VICTIM|family|kids|people|wife|husband|children|daughter|son|mother|mom
abuse: someone|somebody should|ought|gotta to? HARM your|that|this FILL* VICTIM|family|kids|people|wife|husband|children|daughter|son|mother|mom
abuse: i|we|someone|somebody AUX AUX* shoot you !a|an|over|some|the|my|another
abuse: i|we AUX AUX* find|get|catch you and AUX* HARM
abuse: i|we AUX AUX* shoot|blow up your|the|this|that church|place|building
abuse: i|we AUX AUX* shoot|bomb|burn|torch|attack your|the|this|that FILL* church|place|building|CLERGY
abuse: i|we AUX AUX* beat|smash|kick|fuck FILL* you|your FILL* up|face|teeth|ass|head|skull
abuse: i|we AUX AUX* beat the shit|crap out of you
abuse: i know where you live|work
abuse: watch your back $
told: ^ LEAD* you are FILL* dead $
abuse: ^ LEAD* send me? your? FILL* nudes|nude
abuse: ^ LEAD* send me FILL* pics|pictures|photos of your? FILL* BODY
abuse: ^ LEAD* show me your FILL* BODY
abuse: can|will|would|could you send|show me your? FILL* BODY|nude
abuse: i|we AUX AUX* fuck|bang|screw|bone|spank|lick you
abuse: i|we AUX AUX* see|touch|lick|eat|grab|suck your FILL* BODY
abuse: i|we AUX AUX* have sex with you
abuse: i|we AUX AUX* sleep with you
abuse: ^ want to fuck|bang|screw $
abuse: do|will|would|can|are you want|like|going to? fuck
abuse: do|will|would|can|are you want|like|going to? sex|bang|screw $
abuse: do|will|would|can|are you want|like|going to? bang|screw me
abuse: do|will|would|can you want|like to have sex $
abuse: do|will|would|can you want|like to have sex with me
abuse: will|would|can|could you fuck me
abuse: will|would|can|could you have sex with me
abuse: will|would|can|could you sleep with me tonight? $
abuse: ^ LEAD* have sex with me
abuse: ^ LEAD* sit on my face
abuse: ^ LEAD* talk dirty
abuse: can|will|would you LEAD* talk dirty $
abuse: can|will|would you LEAD* talk dirty to me
abuse: are you FILL* horny|naked
abuse: are you FILL* turned on
abuse: you BE FILL* sexy|hot|horny !for|if|when|in|or|and|during
abuse: you FILL* sexy|horny MACHINE|thing|girl|babe|beast
abuse: ^ FILL* sexy MACHINE
abuse: ^ LEAD* take|rip off your clothes|shirt|pants|bra|panties
abuse: ^ LEAD* what are you wearing $
abuse: ^ LEAD* bend over $
abuse: jerk|jerking|masturbate|masturbating off? to|over you
SAID = said says say saying told tells tell telling called calls call calling screamed screams scream screaming yelled yells yell yelling shouted shouts shout shouting texted texts text texting wrote writes write writing messaged messages messaging whispered posted posts commented named sent sends sending thinks think thought replied
THEY = he she they who someone somebody everyone everybody people husband wife boyfriend girlfriend ex partner fiance dad father stepdad stepfather mom mum mother stepmom brother sister son daughter uncle aunt cousin boss manager coworker coworkers colleague kids kid boys boy girls girl man men guy guys woman women friend friends classmates neighbor neighbour teacher coach roommate stranger strangers parents family character movie song lyrics book sermon bible verse jesus it bully bullies
OTHERS = me my him her his us them our myself someone somebody others people
report: THEY ..3 SAID
report: THEY ..3 wants|wanted|asked|asks|threatened|threatens|keeps|kept|forced|made
report: !i|you|will|to SAID OTHERS
report: been|being|was|were|get|gets|got called|told|named|texted
report: !want|wanted|like|have|need|needed|going|got to SAID
report: mean|means|meant when|if|by
report: words|phrase|word|expression|graffiti|note|sign|message|text|title|titled|voices|voice
`
