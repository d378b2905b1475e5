package accounts

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	callbacks *prometheus.CounterVec
	confirms  *prometheus.CounterVec
	forms     *prometheus.CounterVec
}

func newMetrics(registerer prometheus.Registerer) *metrics {
	m := &metrics{
		callbacks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_accounts_callbacks_total",
			Help: "Sign-ins that came back from another provider, by outcome: signed_in, no_verifier (another browser), expired, error (the provider's), failed.",
		}, []string{"outcome"}),
		confirms: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_accounts_confirmations_total",
			Help: "Mailed links that were verified, by outcome: confirmed, expired (or used), failed.",
		}, []string{"outcome"}),
		forms: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_accounts_forms_total",
			Help: "Forms of the sermon app, by form (signup, login, forgot, resend, password) and outcome: taken, too_soon (after the last mail: none is sent), invalid, refused, limited, failed.",
		}, []string{"form", "outcome"}),
	}
	registerer.MustRegister(m.callbacks, m.confirms, m.forms)
	return m
}
