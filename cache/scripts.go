package cache

import (
	_ "embed"

	"github.com/redis/go-redis/v9"
)

var (
	//go:embed exact.lua
	exactSource string
	//go:embed search.lua
	searchSource string
	//go:embed store.lua
	storeSource string
	//go:embed embedding.lua
	embeddingSource string
	//go:embed purge.lua
	purgeSource string
	//go:embed forget.lua
	forgetSource string
	//go:embed forget_questions.lua
	forgetQuestionsSource string

	exactScript     = redis.NewScript(exactSource)
	searchScript    = redis.NewScript(searchSource)
	storeScript     = redis.NewScript(storeSource)
	embeddingScript = redis.NewScript(embeddingSource)
	purgeScript     = redis.NewScript(purgeSource)
	forgetScript    = redis.NewScript(forgetSource)

	forgetQuestionsScript = redis.NewScript(forgetQuestionsSource)
)
