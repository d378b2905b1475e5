package crisis

import "regexp"

// letDownForm is all that says who reproaches a church that nobody of it came: what somebody gave it, or was to it, and who stayed away. That
// nobody came when somebody was hurt is none of it.
var letDownForm = regexp.MustCompile(`^(?:(?:my|our) (?:\w+ )?\w+|i|we|she|he) (?:gave|tithed|donated|served|came|went|belonged|volunteered|sang|cleaned)(?: (?:you|it|this church|your church|the church|here|there|money|all (?:her|his|my|our) money|a tithe|to|in|at|for|every week|every sunday|all (?:her|his|my) life|(?:more than |over |almost )?(?:\d+|ten|twenty|thirty|forty|fifty|sixty) years))+ ` +
	`(?:and|but) (?:nobody|no one|not one (?:of you|person)|none of you)(?: (?:even|ever|once))* (?:came|visited|called|rang|wrote|asked)(?: (?:to see|to visit|on|about|after|by|her|him|me|us|once))*(?: (?:when|while) (?:she|he|i|we) (?:was|were|lay) (?:very )?(?:sick|ill|dying|old|alone|(?:in|at) (?:the )?hospital))?$|` +
	`^(?:(?:mi|nuestr[oa]) \w+|yo|ella|el) (?:les? |nos )?(?:dio|diezmo|dono|sirvio|vino|canto|di|diezme|servi)(?: (?:dinero|su dinero|el diezmo|diezmos|a|aqui|ahi|en|la iglesia|esta iglesia|su iglesia|por|durante|todos los domingos|toda (?:su|la) vida|\d+ anos))* (?:y|pero) (?:nadie|ninguno)(?: de ustedes)? (?:vino|(?:la|lo|me|nos) (?:visito|llamo)|llamo|pregunto)(?: (?:a|por|siquiera|ver(?:la|lo|me|nos)|visitar(?:la|lo|me|nos)|ella|el))*(?: cuando (?:estaba|estuvo|estuve) (?:muy )?(?:enferm[oa]|grave|sol[oa]|en (?:el )?hospital))?$`)

func isLetDown(message string) bool { return letDownForm.MatchString(plain(message)) }
