// Package cache is everything Narthex keeps in Redis except the turns themselves: answers that were given before, the
// embeddings of questions, rate limits, what each church's models cost today, and who has harassed somebody. It knows nothing of
// the rest of the product; losing all of it costs time and money, but no data.
//
// [Answers] finds an answer again in two ways: [Answers.Exact] by the same words or by others that ask the same thing,
// [Answers.Similar] by a question that is near by its embedding and asks the same thing. [Embeddings] saves asking the embedder,
// [Limiter] counts, and so do [Strikes] and [Spending].
//
// The cache itself, with the scripts of the files' names:
//
//   - answer.go and config.go: the types
//   - keys.go: what lies where in Redis
//   - answers.go, similar.go, store.go, purge.go and forget.go: what is done with answers
//   - listing.go: what people are shown of it
//   - vector.go and projection.go: why a search is fast
//   - vectorsets.go, breaker.go and masters.go: when Redis is old, down or hangs
//
// What makes two questions the same:
//
//   - normalise.go: the same words
//   - agreement.go: the same meaning; fingerprint.go: judged without the words, which are not kept
//   - tokens.go, lexicon.go, numbers.go and meaning.go: how a question is read
//   - arrangement.go: who does what to whom, and when
//   - timebound.go: what is good for one day only, and not kept
//
// Beside answers:
//
//   - embeddings.go: the vectors of questions
//   - limiter.go: how often something may happen
//   - spending.go: what is spent for a church in a day
//   - strikes.go: who has harassed somebody
//
// All keys of a church share its hash tag, so the cache works on a Cluster, and scripts touch only keys of one church.
package cache
