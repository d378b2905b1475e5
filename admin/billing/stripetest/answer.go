package stripetest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// prefixes are those of the ids of what is made by a POST to a path.
var prefixes = map[string]string{
	"/v1/products": "prod", "/v1/prices": "price", "/v1/webhook_endpoints": "we", "/v1/refunds": "re", "/v1/checkout/sessions": "cs_test",
	"/v1/billing_portal/configurations": "bpc", "/v1/billing_portal/sessions": "bps",
}

// answer does what is asked and says what came of it.
func (s *Stripe) answer(r Request) (status int, answer any) {
	if email := cmp.Or(r.Form.Get("customer_email"), r.Form.Get("email")); r.Method == http.MethodPost && email != "" && email == s.bad {
		return refusal(http.StatusBadRequest, "email_invalid", "Invalid email address: "+email)
	}
	switch _, lists := prefixes[r.Path]; {
	case r.Method == http.MethodGet && (lists || isList(r.Path)):
		return http.StatusOK, s.list(r)
	case r.Method == http.MethodPost && lists:
		return s.make(r)
	}
	path, id := parent(r.Path)
	action := ""
	if strings.HasSuffix(r.Path, "/expire") {
		action = "expire"
		path, id = parent(strings.TrimSuffix(r.Path, "/expire"))
	}
	at := slices.IndexFunc(s.objects[path], func(o Object) bool { return o["id"] == id })
	if at < 0 {
		return refusal(http.StatusNotFound, "resource_missing", "No such object: "+id)
	}
	object := s.objects[path][at]
	switch {
	case action == "expire" && object["status"] != "open":
		return refusal(http.StatusBadRequest, "", "Only Checkout Sessions with a status in [\"open\"] can be expired.")
	case action == "expire":
		object["status"] = "expired"
	case r.Method == http.MethodDelete:
		object["status"] = "canceled"
	case r.Method == http.MethodPost:
		read(r.Form, object)
		if object["disabled"] == true {
			object["status"] = "disabled"
		}
	}
	return http.StatusOK, s.expanded(object, r.Form)
}

func isList(path string) bool {
	return slices.Contains([]string{"/v1/customers", "/v1/subscriptions", "/v1/invoices", "/v1/invoice_payments"}, path)
}

func parent(path string) (folder, id string) {
	cut := strings.LastIndex(path, "/")
	return path[:cut], path[cut+1:]
}

// make stores what is posted.
func (s *Stripe) make(r Request) (int, any) {
	object := Object{"id": s.id(prefixes[r.Path]), "object": prefixes[r.Path]}
	read(r.Form, object)
	if r.Path == "/v1/checkout/sessions" {
		object["object"], object["status"], object["payment_status"] = "checkout.session", "open", "unpaid"
		if object["ui_mode"] == "hosted_page" {
			object["url"] = fmt.Sprint("https://checkout.stripe.com/c/pay/", object["id"])
		} else {
			object["client_secret"] = fmt.Sprint(object["id"], "_secret")
		}
		object["customer_details"] = Object{"email": object["customer_email"]}
	}
	switch r.Path {
	case "/v1/billing_portal/configurations":
		object["active"] = true
	case "/v1/billing_portal/sessions":
		object["url"] = fmt.Sprint("https://billing.stripe.com/p/session/", object["id"])
	case "/v1/prices":
		object["active"] = true
		for _, other := range s.objects[r.Path] {
			if r.Form.Get("transfer_lookup_key") == "true" && other["lookup_key"] == object["lookup_key"] {
				other["lookup_key"] = nil
			}
		}
	}
	if r.Path == "/v1/webhook_endpoints" {
		object["secret"], object["status"] = s.Secret, "enabled"
	}
	s.objects[r.Path] = append(s.objects[r.Path], object)
	return http.StatusOK, object
}

// list finds what fits the parameters.
func (s *Stripe) list(r Request) Object {
	data := []Object{}
	for _, object := range s.objects[r.Path] {
		if fits(object, r.Form) {
			data = append(data, s.expanded(object, r.Form))
		}
	}
	return Object{"object": "list", "url": r.Path, "has_more": false, "data": data}
}

func fits(object Object, form url.Values) bool {
	for key, values := range form {
		switch name := strings.TrimSuffix(regexp.MustCompile(`\[\d*\]$`).ReplaceAllString(key, ""), "[]"); {
		case name == "limit" || name == "expand" || name == "status" && values[0] == "all":
		case name == "lookup_keys":
			wanted := []string{}
			for other, more := range form {
				if strings.HasPrefix(other, "lookup_keys[") {
					wanted = append(wanted, more...)
				}
			}
			if key, _ := object["lookup_key"].(string); !slices.Contains(wanted, key) {
				return false
			}
		case name == "customer_details[email]":
			if object["customer_email"] != values[0] {
				return false
			}
		default:
			if fmt.Sprint(object[name]) != values[0] {
				return false
			}
		}
	}
	return true
}

// expanded is an object with what is asked for in the place of its id.
func (s *Stripe) expanded(object Object, form url.Values) Object {
	for key, values := range form {
		if !strings.HasPrefix(key, "expand") {
			continue
		}
		shown := make(Object, len(object))
		for name, value := range object {
			shown[name] = value
		}
		switch values[0] {
		case "subscription":
			for _, other := range s.objects["/v1/subscriptions"] {
				if other["id"] == object["subscription"] {
					shown["subscription"] = other
				}
			}
		case "data.subscriptions":
			live := []Object{}
			for _, other := range s.objects["/v1/subscriptions"] {
				if other["customer"] == object["id"] && other["status"] != "canceled" {
					live = append(live, other)
				}
			}
			shown["subscriptions"] = Object{"object": "list", "data": live}
		}
		return shown
	}
	return object
}

var part = regexp.MustCompile(`^([^\[]+)(?:\[([^\]]+)\])?(.*)$`)

// read puts a form's values into an object: a[b]=c becomes {"a": {"b": "c"}}, a[0]=b becomes {"a": ["b"]}; what lies deeper is for
// [Stripe.Requests] to show.
func read(form url.Values, object Object) {
	for _, key := range slices.Sorted(maps.Keys(form)) {
		found := part.FindStringSubmatch(key)
		switch name, below, deeper := found[1], found[2], found[3]; {
		case deeper != "" || name == "expand":
		case below == "":
			object[name] = scalar(form.Get(key))
		default:
			if _, err := strconv.Atoi(below); err == nil {
				if below == "0" {
					object[name] = []any{}
				}
				list, _ := object[name].([]any)
				object[name] = append(list, form.Get(key))
				continue
			}
			inner, ok := object[name].(Object)
			if !ok {
				inner = Object{}
				object[name] = inner
			}
			inner[below] = form.Get(key)
		}
	}
}

func scalar(text string) any {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number
	}
	if truth, err := strconv.ParseBool(text); err == nil {
		return truth
	}
	return text
}
