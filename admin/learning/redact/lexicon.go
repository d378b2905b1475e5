package redact

import (
	"embed"
	"strings"
	"sync"

	"narthex/chat/words"
)

//go:embed words/*.txt
var files embed.FS

// lexicon is what is known of words in general.
type lexicon struct{ vocabulary, names map[string]bool }

var known = sync.OnceValue(func() *lexicon {
	return &lexicon{vocabulary: read("vocabulary"), names: read("names")}
})

// read reads a list of one word a line, in which a line that begins with # says where it is from.
func read(name string) map[string]bool {
	content, err := files.ReadFile("words/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	list := make(map[string]bool, strings.Count(string(content), "\n"))
	for line := range strings.Lines(string(content)) {
		if word := strings.TrimSpace(line); word != "" && word[0] != '#' {
			list[word] = true
		}
	}
	return list
}

var (
	// titles stand before names, unless an article stands before them.
	titles = words.Set(`pastor pastora pr mr mrs ms miss mister dr doctor doctora rev reverend reverendo father fr padre brother sister bro sis
		hermano hermana deacon diacono elder sr sra srta senor senora senorita don dona tio tia uncle aunt auntie coach named called
		llamado llamada llama friend amigo amiga nombre name`)
	articles = words.Set("the a an our your my their his her this that el la los las un una unos unas nuestro nuestra su sus mi mis tu al del")
	// shortWords are single letters that people write for words.
	shortWords = words.Set("a i y o e u k q d x b r n c")
	// months are names of people, too, and easter is.
	months       = words.Set("april may june august abril julio agosto domingo easter ascension")
	beforeMonths = words.Set("in on of for until by next this last each every early late mid during before after since en de del hasta para el los este proximo cada desde durante at")
	numerals     = words.Set(`zero oh one two three four five six seven eight nine ten double triple cero uno una dos tres cuatro cinco seis siete
		ocho nueve diez doble`)
	// streets end the name of a street, or begin it.
	streetsAfter = words.Set(`street st str road rd avenue ave av lane ln drive dr boulevard blvd court ct place pl terrace way circle highway hwy
		apartment apt suite parkway pkwy square crescent close`)
	streetsBefore = words.Set("calle avenida avda carrera cra colonia col barrio urbanizacion diagonal transversal paseo camino carretera apartado apartamento depto")
	smallWords    = words.Set("on from at near in to off by behind opposite is are of and or en de del la el los las por para cerca a y o al una un")
)
