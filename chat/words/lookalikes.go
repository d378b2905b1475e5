package words

// IsFiller reports whether a character counts as a letter and shows nothing.
func IsFiller(r rune) bool { return r == 'ㅤ' || r == 'ᅟ' || r == 'ᅠ' || r == 'ﾠ' }

// Lookalikes are letters of other alphabets that are taken for Latin ones, and Latin ones that do not decompose. Sources:
// the single-letter entries of Unicode's confusables.txt for Cyrillic and Greek, small letters first.
var Lookalikes = pairs(
	"аaвbсcԁdеeёeғfɡgһhнhіiїiӏlјjкkмmпnոnоoөoрpԛqгrѕsтtυuцuѵvѡwԝwхxуyүyзz"+
		"АaВbСcЕeЁeНhІiЈjКkМmОoРpЅsТtХxУyЗz"+
		"αaβbεeηnιiκkνvοoρpτtχxγyωwσsμu"+
		"ΑaΒbΕeΗhΙiΚkΜmΝnΟoΡpΤtΧxΥyΖz",
	"øoØołlŁlđdĐdıiſsßsæaœoƙkɩiɪiʟlɴnʀrꜱsᴀaᴄcᴅdᴇeᴋkᴍmᴏoᴘpᴛtᴜuʏyɢgʜhʙb",
)

func pairs(lists ...string) map[rune]byte {
	plain := make(map[rune]byte)
	for _, list := range lists {
		letters := []rune(list)
		for i := 0; i+1 < len(letters); i += 2 {
			plain[letters[i]] = byte(letters[i+1])
		}
	}
	return plain
}
