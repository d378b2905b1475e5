// Package marketing adds admins who asked for news to the list that it goes to, by a webhook: MARKETING_WEBHOOK_URL gets one POST of
// JSON for each, however often it has to be tried. Whoever keeps the list takes it from there.
//
// Read list.go, then worker.go.
package marketing
