-- Stores one answer, indexes it by its sources and by its question's vector.
--
-- KEYS  1 prefix of the church's answers   2 the set   3 prefix of its vector sets   4 prefix of the source index   5 prefix of the
--       purge marks   6 the mark of a dropped church   7 the list of the church's answers   8 prefix of the scope's gists
--       9 the mark of the conversation, should it be forgotten   10 the list of the church's scopes
--       11 prefix of the church's embeddings   12 the list of them   13 prefix of the answers of the layout before
-- ARGV  1 the question   2 the answer   3 time to live in ms   4 the vector or ''   5 the projected vector, FP32
--       6 entries a vector set may hold   7 whether it is to be found by its meaning (1 or 0)   8 the scope
--       9 for how many ms a vector set is added to   10 how many answers a church may have   11 its gist   12 the embedder   13… sources
-- Returns 'stored', 'purged' or 'forgotten' (nothing was stored), or 'unindexed: <why>' (found by the same question only); then
-- whether a new generation began: 0, 1 because the last was full, 2 because it was old.
local answers, set, vectors, index, purged, dropped, listed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local gists, means, forgotten, scopes, embeddings, embedded, before = KEYS[8], ARGV[7] == '1', KEYS[9], KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local id, answer, ttl, vector, query, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5], tonumber(ARGV[6])
local gist = ARGV[11]
local name = ARGV[8] .. ':' .. id
local key = answers .. name

-- An answer is the 22 letters of its gist, 22 for each of its sources, a space, and what only Go reads.

-- An answer that was being made while one of its sources was purged was made from the old text.
if redis.call('EXISTS', dropped) == 1 then return {'purged', 0} end
if redis.call('EXISTS', forgotten) == 1 then return {'forgotten', 0} end
for i = 13, #ARGV do
  if redis.call('EXISTS', purged .. ARGV[i]) == 1 then return {'purged', 0} end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Containers live as long as the longest-lived thing in them.
local function keep(container)
  if redis.call('PTTL', container) < ttl then redis.call('PEXPIRE', container, ttl) end
end

-- Its vector stays where it is, and is dead: see search.lua.
local function drop(one)
  local kept = redis.call('GET', answers .. one)
  for at = 23, (string.find(kept or '', ' ', 1, true) or 1) - 1, 22 do
    redis.call('ZREM', index .. string.sub(kept, at, at + 21), one)
  end
  redis.call('UNLINK', answers .. one, before .. one)
end

drop(name)
redis.call('SET', key, gist .. table.concat(ARGV, '', 13) .. ' ' .. answer, 'PX', ttl)
if means then redis.call('SET', gists .. gist, id, 'PX', ttl) end
redis.call('ZREMRANGEBYSCORE', listed, '-inf', now)
redis.call('ZADD', listed, now + ttl, name)
keep(listed)
local over = redis.call('ZCARD', listed) - tonumber(ARGV[10])
if over > 0 then -- the oldest go, not many at a time
  local oldest = redis.call('ZPOPMIN', listed, math.min(over, 100))
  for i = 1, #oldest, 2 do drop(oldest[i]) end
end
redis.call('ZREMRANGEBYSCORE', scopes, '-inf', now)
redis.call('ZADD', scopes, now + ttl, ARGV[8])
keep(scopes)
for i = 13, #ARGV do
  local made = index .. ARGV[i]
  redis.call('ZREMRANGEBYSCORE', made, '-inf', now)
  redis.call('ZADD', made, now + ttl, name)
  keep(made)
end
if vector == '' then return {'stored', 0} end

-- The vector of the question is kept once, for all scopes and for who asks the same: see embedding.lua, which bounds their number.
local embedding = embeddings .. id
redis.call('SET', embedding, ARGV[12] .. ' ' .. vector, 'KEEPTTL')
keep(embedding)
redis.call('ZADD', embedded, 'GT', now + ttl, id)
keep(embedded)

local generation = redis.call('HMGET', set, 'gen', 'prev', 'born')
local gen, rotated = generation[1], 0
if not gen then
  gen = time[1] -- never that of a set which was evicted or dropped
  redis.call('HSET', set, 'gen', gen, 'dead', 0, 'born', time[1])
end
local size = redis.pcall('VCARD', vectors .. gen)
if type(size) == 'table' then return {'unindexed: ' .. size.err, 0} end

-- What is added to for ever would keep the vectors of questions for ever.
local old = generation[3] and now - generation[3] * 1000 > tonumber(ARGV[9])

-- Adding an element again would remove it first. The same question has the same vector, so there is nothing to add.
if size > 0 and not old and redis.call('VGETATTR', vectors .. gen, id) then
  keep(vectors .. gen)
  keep(set)
  return {'stored', 0}
end
if size >= most or old then
  if generation[2] then redis.call('UNLINK', vectors .. generation[2]) end
  redis.call('HSET', set, 'gen', gen + 1, 'prev', gen, 'dead', 0, 'born', time[1])
  gen, rotated = gen + 1, old and 2 or 1
end
local added = redis.pcall('VADD', vectors .. gen, 'FP32', query, id, 'Q8', 'SETATTR', '1')
if type(added) == 'table' and added.err then return {'unindexed: ' .. added.err, rotated} end
keep(vectors .. gen)
keep(set)
return {'stored', rotated}
