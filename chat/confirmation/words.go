package confirmation

import (
	"slices"
	"strings"
	"unicode/utf8"

	"narthex/chat/words"
)

// longestAnswer is how many words a yes or a no may have: a longer message says something else as well.
const longestAnswer = 6

// Words that are an answer, and words that may stand beside one and change nothing. People say yes in the language they think in, so all
// languages are heard alike. What means yes in one language and something else in another stands in neither list.
var (
	yesWords = words.Set(`yes yeah yep yup sure ok okay k okey agreed confirm confirmed absolutely definitely correct
		si claro dale vale confirmo correcto adelante acepto sip andale orale hagale
		sim oui ouais ja jawohl genau wi tak certo opo oo oho sige vang
		да ага конечно хорошо согласен согласна ладно
		نعم اجل ايوه موافق 네 예 응 좋아요 그래요 是 好 对 可以`)
	yesPhrases = phraseSet(`please do; yes please do; yes do; yes go ahead; yes do it; yes please go ahead; do it; do that; do so; go ahead; send it; pass it on; pass that on; please pass it on; go for it; sounds good; that is right; that's right; looks good; i do; i agree; that would be great; of course; by all means; please; please go ahead;
		por favor; por supuesto; desde luego; esta bien; de acuerdo; hagalo; hazlo; envielo; enviela; envialo; como no; asi es; me parece bien; por favor hagalo; si por favor; claro que si; claro que si por favor; claro que si gracias; por supuesto que si; desde luego que si; porfa; porfis; porfavor; mandela; mandelo;
		va; va pues; sale; sale pues; sale y vale; listo; eso es;
		pode ser; pode sim; com certeza; por favor envie; d'accord; bien sur; allez y; s'il vous plait; s'il te plait; oui s'il vous plait; c'est bon;
		ja bitte; bitte; gerne; ja gerne; in ordnung; mach das; machen sie das; einverstanden; va bene; d'accordo; si grazie; certamente; per favore;
		dakò; tanpri; wi tanpri; prosze; tak prosze; dobrze; zgoda; oczywiscie; zgadzam sie; jasne;
		vâng ạ; dạ vâng; dạ có; có ạ; đồng ý; được ạ; được; oo naman; opo sige; sige po; opo;
		да пожалуйста; пожалуйста; 네 그렇게 해주세요; 네 부탁드려요; 부탁드립니다; 그렇게 해주세요; 네 좋아요; 好的; 好啊; 可以的; 是的; 对的; 没问题; 好 谢谢; 好的 谢谢; 请; من فضلك; نعم من فضلك; حسنا; طبعا`)
	noWords = words.Set(`no nope nah cancel cancelar cancela cancele nein non nao nie
		нет не لا كلا 아니요 아니 아뇨 不 不要 不用`)
	noPhrases = phraseSet(`not now; not yet; no not now; rather not; i'd rather not; never mind; nevermind; forget it; don't; do not; please don't; please do not; don't send it; stop; no need; not really; leave it; leave it thanks; cancel that; cancel it; cancel that please; cancel it please; drop it; maybe later; another time;
		ahora no; todavia no; mejor no; por ahora no; dejalo; dejelo; olvidalo; olvidelo; no hace falta; no por favor; no por ahora; tal vez despues; no mejor no; mejor que no; claro que no; no ya no; ya no; que no;
		agora nao; melhor nao; deixa; deixa pra la; pas maintenant; pas encore; laissez tomber; jetzt nicht; noch nicht; lieber nicht; nicht jetzt; non ora; non adesso; meglio di no; lascia stare;
		pa kounye a; non mesi; nie teraz; jeszcze nie; không; không cảm ơn; khoan đã; huwag; hindi; hindi po; huwag na; hindi muna; huwag na po;
		не надо; не сейчас; пока нет; ليس الآن; لا شكرا; 지금은 아니요; 괜찮아요; 아니 괜찮아요; 不用了; 不用 谢谢; 不了; 先不要; 现在不要`)
	beside = words.Set(`please thanks thank you so much very then well oh and great good perfect fine
		por favor porfavor porfa porfis pues mandela mandelo gracias muchas muy amable senor senora bien perfecto genial esta lo es todo asi eso
		obrigado obrigada merci beaucoup bitte danke grazie mille mesi anpil prosze dziekuje salamat po cam on a
		пожалуйста спасибо شكرا 감사합니다 谢谢 amen god bless`)
)

// inGerman are words beside which "ja ja" is no laughter.
var inGerman = words.Set(`bitte danke jawohl genau`)

// thumbs are the pictures that people answer with.
var thumbs = map[string]bool{"👍": true, "👌": true, "✅": true, "✔": true, "👎": false, "❌": false}

// Heard tells whether a message says yes or no to what was asked before it, and nothing else: ok is false for every other message. A
// message that asks something is none, and neither is one of more than six words.
func Heard(message string) (accept, ok bool) {
	if strings.ContainsAny(message, "?¿？؟") {
		return false, false
	}
	said := slices.Collect(words.Split(words.Fold(message)))
	if len(said) == 0 {
		accept, ok = thumbs[strings.Map(plainThumb, strings.TrimSpace(message))]
		return accept, ok
	}
	if len(said) > longestAnswer {
		return false, false
	}
	whole := strings.Join(said, " ")
	switch {
	case noPhrases[whole]:
		return false, true
	case yesPhrases[whole]:
		return true, true
	}
	yes, no := false, false
	for i, word := range said {
		if rest := strings.Join(said[i:], " "); i > 0 && (yes && !no && yesPhrases[rest] || no && !yes && noPhrases[rest]) {
			return yes, true // "yes please, pass it on"
		}
		word = unstretched(word)
		if word == "ja" && slices.Contains(said[:i], word) && !slices.ContainsFunc(said, func(word string) bool { return inGerman[word] }) {
			return false, false // somebody laughs in Spanish
		}
		switch {
		case noWords[word]:
			no = true
		case yesWords[word]:
			yes = true
		case !beside[word]:
			return false, false
		}
	}
	return yes && !no, yes != no
}

// unstretched is a word as it is written by who holds its last key: "siii", "noo". Laughter is written so as well: "kkkk", "jaaa".
func unstretched(word string) string {
	if yesWords[word] || noWords[word] || beside[word] {
		return word
	}
	last := word[len(word)-1:]
	if short := strings.TrimRight(word, last) + last; last[0] < utf8.RuneSelf && stretchable[short] {
		return short
	}
	return word
}

var stretchable = words.Set(`si yes yeah ye ok no nope`)

// plainThumb drops what colours a picture.
func plainThumb(r rune) rune {
	if r >= 0x1F3FB && r <= 0x1F3FF || r == 0xFE0F {
		return -1
	}
	return r
}

func phraseSet(list string) map[string]bool {
	set := make(map[string]bool)
	for phrase := range strings.SplitSeq(list, ";") {
		set[strings.Join(slices.Collect(words.Split(words.Fold(phrase))), " ")] = true
	}
	return set
}
