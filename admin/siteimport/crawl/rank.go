package crawl

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"narthex/chat/words"
)

// promising are words of addresses and links, in English and Spanish, with what a page is worth that they lead to.
var promising = []struct {
	words *regexp.Regexp
	rank  int
}{
	{stem("service-?times?|times|schedule|worship-?times|mass|misas?|horarios?|cultos?|servicios|reuniones"), 90},
	{stem("visit|plan-?your|new-?here|i-?m-?new|imnew|newcomers?|first-?time|expect|visitanos|visitenos|visita|primera-?vez|soy-?nuev[oa]|nuev[oa]s|esperar"), 85},
	{stem("staff|team|leaders?|leadership|pastors?|clergy|elders|people|equipo|liderazgo|lideres|pastores|personal"), 80},
	{stem("contact|location|directions|find-?us|contacto|contactenos|ubicacion|donde|direccion"), 80},
	{stem("faqs?|questions|preguntas"), 80},
	{stem("about|who-?we|our-?church|nosotros|acerca|quienes|conocenos|iglesia"), 70},
	{stem("ministr(?:y|ies)|groups|connect|serve|ministerios?|grupos"), 65},
	{stem("giv(?:e|ing)|donate|tithe|offering|dar|donar|donaciones|ofrendas?|diezmos?"), 60},
	{stem("kids|children|nursery|youth|students|ninos|jovenes|infantil"), 55},
	{stem("worship|services|adoracion|culto"), 50},
	{stem("beliefs?|believe|faith|creencias|creemos|parking|accessib"), 35},
}

// unpromising lead to what changes, what is for members, or what is endless.
var unpromising = stem("blog|news|noticias|posts?|articles?|sermons?|sermones|messages|mensajes|podcasts?|media|watch|live|archives?|calendar|calendario|events?|eventos|" +
	"tag|category|categoria|author|feed|search|page|store|shop|cart|checkout|account|wp-[a-z-]+|privacy|terms|cookies?|bulletins?|newsletters?|gallery|photos|devotional")

// never are not followed: they do something, or are no pages.
var (
	never    = stem("log-?in|log-?out|sign-?in|sign-?out|sign-?up|register|iniciar|unsubscribe|delete|wp-admin|wp-login|cdn-cgi")
	noPages  = regexp.MustCompile(`(?i)^\.(?:pdf|jpe?g|png|gif|webp|avif|svg|ico|mp3|mp4|m4a|mov|avi|zip|gz|docx?|xlsx?|pptx?|ics|xml|rss|json|js|css|woff2?|txt|epub|pub|vcf)$`)
	ofTheDay = regexp.MustCompile(`/(?:19|20)\d\d(?:/|-|$)`)
)

func stem(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^a-z])(?:` + alternatives + `)(?:[^a-z]|$)`)
}

// levelled is a text in small letters without accents, with hyphens between its words.
func levelled(text string) string {
	return strings.NewReplacer(" ", "-", "_", "-", "'", "-").Replace(words.Fold(text))
}

// rankOf is what a page is worth. ok is false where it is not to be read at all.
func rankOf(address *url.URL, text string) (rank int, ok bool) {
	at := levelled(address.Path)
	if never.MatchString(at) || noPages.MatchString(path.Ext(at)) {
		return 0, false
	}
	text = levelled(text)
	for _, p := range promising {
		if p.words.MatchString(at) || p.words.MatchString(text) {
			rank = p.rank
			break
		}
	}
	if unpromising.MatchString(at) || ofTheDay.MatchString(at) {
		rank -= 60
	}
	if address.RawQuery != "" {
		rank -= 30
	}
	depth := strings.Count(strings.Trim(at, "/"), "/")
	return rank - 5*min(depth, 6), true
}
