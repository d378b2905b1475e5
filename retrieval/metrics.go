package retrieval

import "github.com/prometheus/client_golang/prometheus"

func newSearchSeconds(registerer prometheus.Registerer) *prometheus.HistogramVec {
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "narthex_retrieval_search_seconds",
		Help:    "Time of one search of a church's knowledge, the round trip to the database included.",
		Buckets: []float64{.001, .002, .003, .004, .006, .008, .012, .02, .05, .1, .25, 1, 5},
	}, []string{"mode"})
	return register(registerer, seconds)
}

// register returns the collector that is in use: the one registered before under the same name, if there is one, so that
// a package's parts made twice in one process count together.
func register[C prometheus.Collector](registerer prometheus.Registerer, collector C) C {
	if registerer == nil {
		return collector
	}
	if err := registerer.Register(collector); err != nil {
		if already, ok := err.(prometheus.AlreadyRegisteredError); ok {
			return already.ExistingCollector.(C)
		}
		panic(err) // two collectors of one name and different labels: a programming error
	}
	return collector
}
