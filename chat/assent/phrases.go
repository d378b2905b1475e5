package assent

import (
	"strings"

	"narthex/chat/words"
)

// phrases are what answers are made of, as split has them. People say yes in the language they think in, so all languages are heard alike.
// What means yes in one language and something else in another is in no list.
var phrases = lexicon(map[kind]string{
	agreeing: `could you; could you please; can you please; can you do that; can you do that please; could you do that; could you do that please; would you do that; yes; yeah; yea; yep; yup; yess; yis; aye; agreed; confirm; confirmed; absolutely; definitely; correct; mhm; uh huh; for sure; yes maam; yes sir;
		please do; do please; yes do; do it; do that; do so; go ahead; go right ahead; send it; send that; send it on; send it over; send it along; send this; you can send it; you may send it; pass it on; pass that on; pass this on; pass it along; pass that along; send them; send it anyway; go for it;
		i do; i agree; i would; we would; id like that; i would like that; wed like that; id love that; i would love that; id appreciate that; i would appreciate that; id appreciate it; i would appreciate it; if you would; if you could; if you dont mind; would you; would ye; would you please; you can do that; you can; you may; by all means; of course; please go ahead;
		si; claro; claro que si; dale; confirmo; correcto; adelante; acepto; sip; simon; andale; orale; hagale; por supuesto; por supuesto que si; desde luego; desde luego que si; de acuerdo; hagalo; hazlo; envielo; enviela; envialo; enviala; mandela; mandelo; mandalo; mandala; mandeselo; mandesela; mandenselo; envieselo; enviesela; digaselo; diganselo; paselo; paseselo; hagaselo llegar;
		hagame el favor; haganos el favor; haga el favor; hagame ese favor; si como no; como no; asi es; eso mero; asi mero; eso es; me parece bien; me gustaria; nos gustaria; si quiero; si deseo; se lo agradezco; se lo agradezco mucho; se lo agradeceria; se lo agradeceria mucho; le agradeceria; le agradeceria mucho; si es tan amable; si fuera tan amable;
		sim; oui; ouais; ja; jawohl; genau; wi; tak; certo; opo; oo; oho; sige; vang;
		да; ага; конечно; хорошо; согласен; согласна; ладно; نعم; اجل; ايوه; موافق; 네; 예; 응; 좋아요; 그래요; 是; 好; 对; 可以;
		pode ser; pode sim; com certeza; por favor envie; d'accord; bien sur; allez y; c'est bon; gerne; in ordnung; mach das; machen sie das; einverstanden; va bene; d'accordo; certamente;
		dakò; dobrze; zgoda; oczywiscie; zgadzam sie; jasne; vâng ạ; dạ vâng; dạ có; có ạ; đồng ý; được ạ; được; oo naman; opo sige; sige po; si grazie; da vang;
		네 그렇게 해주세요; 네 부탁드려요; 부탁드립니다; 그렇게 해주세요; 네 좋아요; 好的; 好啊; 可以的; 是的; 对的; 没问题; 好 谢谢; 好的 谢谢; حسنا; طبعا`,
	nodding:  `that's right; that is right; thats correct; sounds good; sounds great; sounds perfect; sounds fine; sounds right; looks good; looks great; looks right; looks fine; looks perfect; ok; okay; okey; okis; k; kk; alright; all right; alrighty; sure; sure thing; right so; vale; sale; sale pues; sale y vale; va; va pues; bueno pues; listo`,
	pleading: `please; please and thank you; pls; plz; por favor; por favorcito; porfa; porfis; porfavor; porfavorcito; bitte; s'il vous plait; s'il te plait; per favore; tanpri; prosze; пожалуйста; 请; من فضلك`,
	praising: `perfect; fine; great; excellent; awesome; wonderful; lovely; brilliant; fantastic; cool; grand; grand so; thats grand; thats good; thats great; thats perfect; thats fine; that works; that works for me; works for me; thatd be great; thatd be good; thatd be nice; thatd be lovely; thatd be wonderful; thatd be perfect; thatd be grand; thatd be fine; that would be great; that would be good; that would be nice; that would be lovely; that would be wonderful; that would be perfect; that would be fine; that would be awesome; it would be great; very good; good to go; very well;
		esta bien; ta bien; esta perfecto; esta bueno; ta bueno; esta excelente; asi esta perfecto; perfecto; excelente; genial; muy bien; buenisimo; maravilloso; estupendo; seria genial; seria bueno; seria perfecto; estaria bien`,
	refusing: `no; nope; nah; cancel; stop; not now; not yet; not today; not right now; not at this time; rather not; i'd rather not; i would rather not; never mind; nevermind; nvm; forget it; forget about it; forget that; don't; do not; i do not; don't send it; don't bother; don't send anything; do not send anything; dont worry; dont worry about it; no need; no need to; theres no need; not necessary; thats not necessary; its not necessary; not really; leave it; leave it be; leave it so; leave it out; hold off; hold off for now; cancel that; cancel it; cancel this; drop it; scratch that; scrap that; scrap it; delete that; delete it; maybe later; another time; i changed my mind; ive changed my mind; changed my mind;
		im good; im fine; im ok; im okay; im all set; were good; were all set; all set; youre grand; youre good; ill pass; ill pass thanks; thanks anyway; thank you anyway; thanks though; thank you though; anyway thanks;
		ahora no; ahorita no; todavia no; por ahora no; asi dejelo; asi dejelo nomas; dejelo asi; dejalo asi; dejalo; dejelo; dejela; olvidalo; olvidelo; olvidese; no hace falta; ya no hace falta; no es necesario; ya no es necesario; no hay necesidad; no se preocupe; no te preocupes; tal vez despues; mejor que no; claro que no; ya no; que no; para nada; de ninguna manera; cambie de opinion; cancelar; cancela; cancele; cancelelo; cancelela; borrelo; borrela; quitelo; no ocupo; ya no ocupo; no quiero; ya no quiero; gracias de todos modos; gracias de todas formas; gracias de todas maneras;
		no lo mande; no la mande; no lo manden; no la manden; no lo mandes; no mande nada; no manden nada; no lo envie; no la envie; no lo envien; no envie nada; no lo pase; no la pase; no pase nada; no lo haga; no haga nada; no le diga; no le diga nada; no les diga; no les diga nada; no se lo mande; no se lo diga; no diga nada;
		nein; non; nao; nie; нет; не; لا; كلا; 아니요; 아니; 아뇨; 不; 不要; 不用;
		agora nao; melhor nao; deixa; deixa pra la; pas maintenant; pas encore; laissez tomber; jetzt nicht; noch nicht; lieber nicht; nicht jetzt; non ora; non adesso; meglio di no; lascia stare;
		pa kounye a; non mesi; nie teraz; jeszcze nie; không; không cảm ơn; khoan đã; huwag; hindi; hindi po; huwag na; hindi muna; huwag na po;
		не надо; не сейчас; пока нет; ليس الآن; لا شكرا; 지금은 아니요; 괜찮아요; 아니 괜찮아요; 不用了; 不用 谢谢; 不了; 先不要; 现在不要`,
	closing: `thats it; that will do; thatll do; all good; asi esta bien; bueno`,
	enough:  `thats all; that is all; thats everything; nothing else; nothing more; eso es todo; es todo; seria todo; nada mas; nada mas gracias`,
	turning: `wait; hold on; hang on; actually; but; though; hmm; on second thought; on second thoughts; second thought; one moment; one sec; just a second; espere; espera; esperese; esperate; mejor; pero; un momento; un momentito; momento; momentito; pensandolo bien; en realidad; la verdad; siempre`,
	noting:  `got it; gotcha; that's ok; thats okay; its ok; its okay; its fine; its all right; its alright; i got it; i see; ah i see; i understand; understood; good to know; that helps; that helps a lot; that's all i needed; thats all i needed to know; that is all i needed; all i needed; makes sense; noted; will do; entendido; enterado; enterada; entiendo; ya entendi; ya veo; ya vi; ya lo vi; con razon; ah ya; ya; que bien; que bueno; eso era todo; era todo`,
	beside: `thanks; thank you; thank ye; thank u; thankyou; thank you kindly; thx; thnx; ty; tysm; cheers; ta; many thanks; thanks a lot; thanks a million; thanks a bunch; thanks a ton; thanks very much; thanks so much; thank you so much; thank you very much; so much; very much; so very much; i appreciate it; appreciate it; much appreciated; appreciated; youre very kind; you are very kind; youre so kind; so kind of you; thats very kind; thats kind of you; then; well; oh; ah; aw; good; and; so; just; now; too; for now; for everything; for the help; for your help; for all your help; kindly; everyone; everybody; all; sir; maam; father; sister; brother; pastor; dear; god bless; god bless you; god bless ye; god bless you all; god bless yall; god bless u; bless you; bless you all; blessings; amen; god is good; praise god; praise the lord; have a good day; have a nice day; have a great day; have a blessed day;
		gracias; muchas gracias; muchisimas gracias; mil gracias; gracias mil; muchas; pues; entonces; bien; lo; todo; y; a usted; a ustedes; ahora; ahorita; mucho; muy amable; muy amables; es muy amable; que amable; le agradezco; les agradezco; le agradezco mucho; por todo; por la ayuda; por su ayuda; senor; senora; senorita; padre; pastora; hermano; hermana; hermanito; hermanita; joven; oiga; ay; oh si; dios le bendiga; dios lo bendiga; dios la bendiga; dios los bendiga; dios les bendiga; dios te bendiga; que dios le bendiga; que dios lo bendiga; que dios la bendiga; que dios los bendiga; que dios les bendiga; bendiciones; bendicion; primero dios; gloria a dios; gracias a dios; que tenga buen dia; que tengan buen dia; buen dia;
		obrigado; obrigada; merci; merci beaucoup; beaucoup; danke; grazie; mille; mesi; anpil; dziekuje; salamat; po; cam on; a; спасибо; شكرا; 감사합니다; 谢谢`,
})

// lexicon has the kind of each phrase; a phrase stands in one list.
func lexicon(lists map[kind]string) map[string]kind {
	known := make(map[string]kind)
	for k, list := range lists {
		for phrase := range strings.SplitSeq(list, ";") {
			known[strings.Join(split(phrase), " ")] = k
		}
	}
	return known
}

// longestPhrase is of how many words the longest phrase is.
var longestPhrase = func() (most int) {
	for phrase := range phrases {
		most = max(most, strings.Count(phrase, " ")+1)
	}
	return most
}()

var (
	// stretchable are written with their last letter held.
	stretchable = words.Set(`si yes yeah ye ok no nope`)
	// inGerman are words beside which "ja ja" is no laughter.
	inGerman = words.Set(`bitte danke jawohl genau`)
	// thumbs are the pictures that people answer with.
	thumbs = map[string]bool{"👍": true, "👌": true, "✅": true, "✔": true, "👎": false, "❌": false}
)
