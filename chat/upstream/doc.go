// Package upstream reaches services that speak OpenAI's API, for chat, embeddings and moderation alike.
//
// Read endpoint.go (one address of a service and how it is asked), error.go (what is no answer, and how long to leave the
// service alone) and breaker.go (when it is not asked at all). body.go keeps a request's memory short.
package upstream
