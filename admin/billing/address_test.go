package billing_test

import (
	"net/http"
	"slices"
	"testing"

	"narthex/admin/billing"
	"narthex/admin/billing/stripetest"
)

// However often an account's address changes, and whatever is away meanwhile, the provider has the last one in the end.
func TestTheProviderHearsOfAnotherAddressOfTheAccount(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.provisioned(t, "sub_2")
	for _, customer := range []string{"cus_sub_1", "cus_sub_2"} {
		s.stripe.Add("/v1/customers", stripetest.Object{"id": customer, "object": "customer", "email": customer + "@x.example.org"})
	}
	s.stripe.Down(true)
	s.work(t)
	s.exec(t, `update premium_churches set admin_email = upper(admin_email)`) // the same
	s.exec(t, `update premium_churches set admin_name = 'Ann'`)
	s.exec(t, `update premium_churches set admin_email = 'first@x.example.org' where payment_subscription_id = 'sub_1'`)
	s.await(t, "it was tried in vain", `select count(*) = 1 and bool_and(attempt >= 1 and state = 'retryable') from river_job where kind = 'tell_account_address'`)
	s.exec(t, `update premium_churches set admin_email = 'second@x.example.org' where payment_subscription_id = 'sub_1'`)
	s.stripe.Down(false)
	s.await(t, "both jobs are done", `select count(*) = 2 and bool_and(state = 'completed') from river_job where kind = 'tell_account_address'`)
	var told []string
	for _, request := range s.stripe.Requests(http.MethodPost, "/v1/customers/cus_sub_1") {
		told = append(told, request.Form.Get("email"))
	}
	if !slices.Equal(slices.Compact(told), []string{"second@x.example.org"}) {
		t.Errorf("told %v", told)
	}
	if others := s.stripe.Requests(http.MethodPost, "/v1/customers/cus_sub_2"); len(others) != 0 {
		t.Errorf("told of another: %v", others)
	}
	s.exec(t, `update premium_churches set admin_email = 'third@x.example.org', payment_customer_id = 'cus_gone' where payment_subscription_id = 'sub_2'`)
	s.await(t, "it is given up for whom the provider does not know", `select count(*) = 1 from river_job where kind = 'tell_account_address' and state = 'cancelled'`)
}

// An address that the provider refuses is refused however often it is told, and the founder hears of it once.
func TestAnAddressOfTheAccountThatTheProviderRefusesIsToldToTheFounder(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.provisioned(t, "sub_1")
	s.stripe.Add("/v1/customers", stripetest.Object{"id": "cus_sub_1", "object": "customer", "email": "sub_1@x.example.org"})
	s.stripe.Refuse("bad@x.example.org")
	s.work(t)
	s.exec(t, `update premium_churches set admin_email = 'bad@x.example.org'`)
	s.await(t, "it is given up", `select count(*) = 1 and bool_and(state = 'cancelled' and errors[1]->>'error' like '%bad@x.example.org%') from river_job where kind = 'tell_account_address'`)
	if kinds := s.people.kinds(); !slices.Equal(kinds, []billing.AlarmKind{billing.AddressRefused}) {
		t.Errorf("alarms %v", kinds)
	}
	s.exec(t, `update premium_churches set admin_email = 'good@x.example.org'`)
	s.await(t, "the next is told", `select count(*) = 1 from river_job where kind = 'tell_account_address' and state = 'completed'`)
}
