-- Keeps one embedding, unless its conversation is forgotten, and drops the oldest of those that the church has too many of.
--
-- KEYS  1 prefix of the church's embeddings   2 the mark of the conversation, should it be forgotten   3 the list of the embeddings
-- ARGV  1 the embedder   2 the vector   3 time to live in ms   4 how many questions' embeddings a church may have   5 the question
local embeddings, forgotten, listed, ttl, question = KEYS[1], KEYS[2], KEYS[3], tonumber(ARGV[3]), ARGV[5]
local key = embeddings .. question
if redis.call('EXISTS', forgotten) == 1 then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', key, ARGV[1] .. ' ' .. ARGV[2], 'PX', ttl)
redis.call('ZREMRANGEBYSCORE', listed, '-inf', now)
redis.call('ZADD', listed, now + ttl, question)
redis.call('PEXPIRE', listed, ttl)
local over = redis.call('ZCARD', listed) - tonumber(ARGV[4])
if over > 0 then -- not many at a time
  local oldest = redis.call('ZPOPMIN', listed, math.min(over, 100))
  for i = 1, #oldest, 2 do redis.call('UNLINK', embeddings .. oldest[i]) end
end
return 1
