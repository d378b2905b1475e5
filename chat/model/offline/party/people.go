package party

// alike are the words for people: what they are, and how many where a word says it.
var alike = []struct {
	kind  kind
	n     int
	words string
}{
	{article, 1, "a an un una"},
	{self, 1, "me myself conmigo"},
	{motion, 1, "voy vengo ire vendre iria"},                     // who says so is one
	{verb, 1, "quiero quisiera gustaria pienso planeo"},          // as well
	{verb, 2, "queremos quisieramos quieren pensamos planeamos"}, // and more than one
	{no, 1, "not never nobody nunca tampoco ni cannot"},          // no answer
	{only, 1, "solo sola nomas namas nadamas"},                   // stand behind whom they are about as well
	{person, 0, "people persons personas person persona souls ppl gente heads pax"},
	{grownup, 0, `adults adult grownups grownup adulto adulta adultos adultas mayores women woman men man ladies lady guys seniors senior mujeres hombres hombre senoras senores senora senor jovenes damas caballeros students estudiantes`},
	{child, 1, `kid child son daughter baby toddler infant newborn teen teenager boy girl grandson granddaughter grandchild grandkid nephew niece stepson stepdaughter nino nina hijo hija bebe nieto nieta sobrino sobrina chamaco chamaca chiquillo chiquilla muchacho muchacha
		adolescente hijito hijita hijastro hijastra nene nena peque`},
	{children, 0, `kids children sons daughters babies toddlers infants teens teenagers boys girls grandsons granddaughters grandchildren grandkids nephews nieces kiddos littles youngsters ninos ninas hijos hijas bebes nietos nietas sobrinos sobrinas chamacos chamacas
		chiquillos chiquillas muchachos muchachas adolescentes hijitos hijitas nenes nenas peques escuincles`},
	{children, 2, "twins gemelos gemelas mellizos mellizas cuates"},
	{children, 3, "triplets trillizos trillizas"},
	{relative, 1, `wife husband hubby spouse partner fiance fiancee girlfriend boyfriend mom mum mama mother dad papa father sister brother friend grandma grandmother grandpa grandfather granny aunt uncle cousin roommate neighbor
		esposo esposa marido pareja novio novia madre padre hermano hermana amigo amiga abuelo abuela tio tia primo prima suegro suegra cunado cunada vecino vecina comadre compadre papi mami abuelita abuelito nana him her ella caregiver cuidadora`},
	{relatives, 0, `wives husbands friends sisters brothers siblings cousins grandparents inlaws neighbors roommates aunts uncles relatives coworkers hermanos hermanas amigos amigas abuelos abuelas tios tias primos primas suegros cunados vecinos vecinas
		parientes familiares companeros everyone everybody todos`},
	{relatives, 2, "parents padres papas"},
	{couple, 2, "couple matrimonio parejas couples matrimonios"},
	{family, 0, "family familia families familias household"},
}
