package stripetest

import (
	"encoding/json"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"narthex/admin/billing/price"
)

// Prices makes all prices, as if they had been set up.
func (s *Stripe) Prices() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range price.List() {
		s.objects["/v1/prices"] = append(s.objects["/v1/prices"], Object{"id": "price_" + p.LookupKey, "object": "price", "active": true, "lookup_key": p.LookupKey})
	}
}

// Add stores an object, as if somebody else had made it; path is that which lists such.
func (s *Stripe) Add(path string, object Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[path] = append(s.objects[path], object)
}

// Change changes an object, and returns it as it is then.
func (s *Stripe) Change(path, id string, to Object) Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, object := range s.objects[path] {
		if object["id"] != id {
			continue
		}
		shown := make(Object)
		for name, value := range to {
			object[name] = value
		}
		for name, value := range object {
			shown[name] = value
		}
		return shown
	}
	s.t.Errorf("stripetest: no %s at %s", id, path)
	return nil
}

// Subscription is one to a plan; status as Stripe has it.
func Subscription(id, status, lookupKey string, periodEnd time.Time) Object {
	return Object{
		"id": id, "object": "subscription", "status": status, "customer": "cus_" + id,
		"items": Object{"object": "list", "data": []Object{{
			"id": "si_" + id, "object": "subscription_item", "current_period_end": periodEnd.Unix(),
			"price": Object{"id": "price_" + lookupKey, "object": "price", "lookup_key": lookupKey},
		}}},
	}
}

// Pay has a checkout gone through: it gets a subscription of its own. It returns the session as an event tells of it.
func (s *Stripe) Pay(session string, subscription Object) Object {
	s.Add("/v1/subscriptions", subscription)
	return s.Change("/v1/checkout/sessions", session, Object{
		"status": "complete", "payment_status": "paid", "mode": "subscription", "subscription": subscription["id"], "customer": subscription["customer"],
	})
}

// Event is the body of an event about an object, with its signature.
func (s *Stripe) Event(id, kind string, at time.Time, object Object) (body []byte, signature string) {
	return s.EventOf(stripe.APIVersion, id, kind, at, object)
}

// EventOf is an event of a version of Stripe's API.
func (s *Stripe) EventOf(version, id, kind string, at time.Time, object Object) (body []byte, signature string) {
	body, err := json.Marshal(Object{
		"id": id, "object": "event", "type": kind, "created": at.Unix(), "api_version": version, "data": Object{"object": object},
	})
	if err != nil {
		s.t.Errorf("stripetest: %v", err)
	}
	return body, s.Sign(body, time.Now())
}

// Sign signs a body as Stripe does.
func (s *Stripe) Sign(body []byte, at time.Time) (signature string) {
	return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: s.Secret, Timestamp: at}).Header
}
