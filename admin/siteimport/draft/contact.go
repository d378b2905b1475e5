package draft

import (
	"net/mail"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/publicsuffix"

	"narthex/chat/words"
)

var (
	aboutContact = word(`contact|location|directions|find us|visit|contacto|contactenos|ubicacion|donde`)
	aPhone       = regexp.MustCompile(`(?i)(?:phone|tel[eé]?f?o?n?o?|call|llame|ll[aá]menos|office)\.?:?\s*(?:us\s+at\s+|al\s+)?(\+?[(]?\d[\d().\s-]{7,17}\d)`)
	street       = regexp.MustCompile(`(?i)^(\d{1,6}\s[\p{L}\d][\p{L}\d\s.'#-]{2,60}?)(?:,|\s{2,}|$|\s*•)`)
	// american is how an address ends in the United States: Springfield, IL 62701.
	american    = regexp.MustCompile(`^(.*?)([,\s]*)\b([\p{Lu}][\p{L}.'-]+(?:\s[\p{Lu}][\p{L}.'-]+){0,3}),?\s+([A-Z]{2})\s+(\d{5})(?:-\d{4})?\b`)
	houseNumber = regexp.MustCompile(`\d{1,6}\s+[\p{L}\d]`)
	endsRoad    = regexp.MustCompile(`(?i)^(.*\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|highway|hwy|parkway|pkwy|circle|cir|square|sq|broadway)\b\.?(?:\s(?:[NSEW]{1,2}|(?:suite|ste|unit|#)\.?\s?\w+))?)\s*,?\s*(.*)$`)

	gives     = regexp.MustCompile(`^(?:give|giving|give (?:now|online|today)|online giving|ways to give|donate(?: now| online)?|tithe|tithes? (?:and|&) offerings?|dar|ofrendar?|ofrendas(?: en linea)?|diezmos(?: y ofrendas)?|donar(?: ahora)?|donaciones|dar en linea)[ .!→»]*$`)
	providers = []string{"tithe.ly", "pushpay.com", "subsplash.com", "givelify.com", "onrealm.org", "paypal.com", "churchcenter.com", "easytithe.com", "rebelgive.com", "vancopayments.com",
		"egiving.com", "kindrid.com", "aplos.com", "breezechms.com", "securegive.com", "stripe.com", "venmo.com", "faithstreet.com", "parishsoft.com", "wesharegiving.org", "osvhub.com"}
)

// contact finds how the church is reached, and how one gives.
func (p *page) contact() {
	for node := range p.root.Descendants() {
		switch node.DataAtom {
		case atom.A:
			p.link(strings.TrimSpace(attribute(node, "href")), textOf(node))
		case atom.Address:
			if within(node, atom.Address) { // was read with it
				continue
			}
			for _, l := range linesOf(node) {
				p.address(l.text, FromWords)
			}
			p.address(textOf(node), FromWords)
		}
	}
	for i, l := range p.lines {
		if found := aPhone.FindStringSubmatch(l.text); found != nil && !strings.Contains(strings.ToLower(l.text), "fax") {
			p.phone(found[1], l.text)
		}
		if len(l.text) > 160 {
			continue
		}
		p.address(l.text, FromWords)
		if i+1 < len(p.lines) && street.MatchString(l.text) && !american.MatchString(l.text) && len(p.lines[i+1].text) <= 60 {
			p.address(l.text+", "+p.lines[i+1].text, FromWords)
		}
	}
}

// within reports whether a node is in an element of a name.
func within(node *html.Node, name atom.Atom) bool {
	for around := range node.Ancestors() {
		if around.DataAtom == name {
			return true
		}
	}
	return false
}

func (p *page) phone(number, quote string) {
	p.add(Contact, FromWords, p.isAbout(aboutContact), quote, "field", "phone", "text", tidy(number))
}

// link takes what a link leads to that is no page.
func (p *page) link(to, text string) {
	scheme, rest, _ := strings.Cut(to, ":")
	rest, _, _ = strings.Cut(rest, "?")
	if plain, err := url.PathUnescape(rest); err == nil {
		rest = plain
	}
	switch strings.ToLower(scheme) {
	case "tel":
		if digits := len(strings.Map(onlyDigits, rest)); digits >= 7 && digits <= 15 {
			number := rest
			if len(strings.Map(onlyDigits, text)) == digits { // as its readers see it
				number = text
			}
			p.phone(strings.TrimPrefix(number, "//"), text+" ("+to+")")
		}
	case "mailto":
		p.mail(strings.TrimSpace(rest), text)
	default:
		if gives.MatchString(words.Fold(text)) {
			p.giving(to, text, FromWords)
		}
	}
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// offices are the mailboxes of churches that somebody reads for the whole of it.
var offices = regexp.MustCompile(`^(?:office|info|contact|hello|church|admin|secretary|welcome|oficina|contacto|iglesia|hola|secretaria|parish)$`)

// mail takes an address of the church's own, not one of somebody of it.
func (p *page) mail(address, text string) {
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		return
	}
	mailbox, _, _ := strings.Cut(strings.ToLower(address), "@")
	if offices.MatchString(mailbox) {
		p.add(Contact, FromWords, p.isAbout(aboutContact), strings.TrimSpace(text+" "+address), "field", "notification_email", "text", address)
	}
}

// address takes a postal address of the United States apart. Others are taken as far as the page says for programs which part is which.
func (p *page) address(text string, source Source) {
	found := american.FindStringSubmatch(text)
	if found == nil {
		return
	}
	before, city := strings.TrimRight(found[1], " ,•|"), found[3]
	if road := endsRoad.FindStringSubmatch(before + " " + city); road != nil && road[2] != "" && !strings.Contains(found[2], ",") { // 120 Main Street Springfield
		before, city = road[1], road[2]
	}
	at := houseNumber.FindStringIndex(before)
	if at == nil {
		return
	}
	weight := p.isAbout(aboutContact)
	for _, part := range [][2]string{{"address", strings.Trim(before[at[0]:], " ,")}, {"city", strings.Trim(city, " ,")}, {"state", found[4]}, {"postal_code", found[5]}} {
		p.add(Contact, source, weight, text, "field", part[0], "text", cut(part[1], longestAddress))
	}
}

// giving takes the page on which one gives: at a service for that, or the church's own.
func (p *page) giving(to, quote string, source Source) {
	address, err := p.url.Parse(to)
	if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.Hostname() == "" || len(address.String()) > 1000 {
		return
	}
	weight := 0
	if name, err := publicsuffix.EffectiveTLDPlusOne(address.Hostname()); err == nil {
		for _, known := range providers {
			if name == known {
				weight = 2
			}
		}
	}
	if address.Scheme == "https" {
		weight++
	}
	p.add(Giving, source, weight, strings.TrimSpace(quote+" → "+address.String()), "url", address.String())
}
