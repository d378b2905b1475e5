// Package cache is everything Narthex keeps in Redis except the turns themselves: answers that were given before, the
// embeddings of questions, rate limits, what each church's models cost today, and who has harassed somebody. It knows nothing of the rest of the
// product; losing all of it costs time and money, but no data.
//
// [Answers] finds an answer again in two ways: [Answers.Exact] by the same words or by others that ask the same thing,
// [Answers.Similar] by a question that is near by its embedding and asks the same thing. [Embeddings] saves asking the embedder, [Limiter] counts, and so do [Conduct]
// and [Spending].
//
// Read answer.go and config.go for the types, keys.go for what lies where in Redis, answers.go, similar.go, store.go,
// purge.go and forget.go with the scripts of their names for the cache itself, listing.go for what people are shown of it, projection.go for why a search is
// fast, vectorsets.go, breaker.go and masters.go for what happens when Redis is old, down or hangs. What makes two questions the same
// stands in normalise.go (the same words) and agreement.go (the same meaning; fingerprint.go: judged without the words, which are not kept), which reads tokens.go, lexicon.go,
// numbers.go, meaning.go and arrangement.go (who does what to whom, and when).
//
// All keys of a church share its hash tag, so the cache works on a Cluster, and scripts touch only keys of one church.
package cache
