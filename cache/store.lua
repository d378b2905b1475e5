-- Stores one answer, indexes it by its sources and by its question's vector.
--
-- KEYS  1 the answer   2 the set   3 prefix of its vector sets   4 prefix of the source index   5 prefix of the purge marks
--       6 the mark of a dropped church   7 the list of the church's answers   8 where its meaning is found
-- ARGV  1 the question's id   2 the answer as JSON   3 time to live in ms   4 the vector or ''   5 the projected vector, FP32
--       6 entries a vector set may hold   7 whether it is to be found by its meaning (1 or 0)   8… source ids
-- Returns 'stored', 'purged' (nothing was stored), or 'unindexed: <why>' (found by the same question only); then whether a
-- new generation began (1 or 0).
local key, set, vectors, index, purged, dropped, listed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local meaning, means = KEYS[8], ARGV[7] == '1'
local id, answer, ttl, vector, query, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5], tonumber(ARGV[6])

-- An answer that was being made while one of its sources was purged was made from the old text.
if redis.call('EXISTS', dropped) == 1 then return {'purged', 0} end
for i = 8, #ARGV do
  if redis.call('EXISTS', purged .. ARGV[i]) == 1 then return {'purged', 0} end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Containers live as long as the longest-lived thing in them.
local function keep(name)
  if redis.call('PTTL', name) < ttl then redis.call('PEXPIRE', name, ttl) end
end

for source in string.gmatch(redis.call('HGET', key, 's') or '', '%S+') do
  redis.call('ZREM', index .. source, key)
end
redis.call('DEL', key)
redis.call('HSET', key, 'a', answer, 's', table.concat(ARGV, ' ', 8))
if vector ~= '' then redis.call('HSET', key, 'v', vector) end
redis.call('PEXPIRE', key, ttl)
if means then redis.call('SET', meaning, id, 'PX', ttl) end
redis.call('ZREMRANGEBYSCORE', listed, '-inf', now)
redis.call('ZADD', listed, now + ttl, key)
keep(listed)
for i = 8, #ARGV do
  local name = index .. ARGV[i]
  redis.call('ZREMRANGEBYSCORE', name, '-inf', now)
  redis.call('ZADD', name, now + ttl, key)
  keep(name)
end
if vector == '' then return {'stored', 0} end

local generation = redis.call('HMGET', set, 'gen', 'prev')
local gen, rotated = generation[1], 0
if not gen then
  gen = time[1] -- never that of a set which was evicted or dropped
  redis.call('HSET', set, 'gen', gen, 'dead', 0)
end
local size = redis.pcall('VCARD', vectors .. gen)
if type(size) == 'table' then return {'unindexed: ' .. size.err, 0} end

-- Adding an element again would remove it first. The same question has the same vector, so there is nothing to add.
if size > 0 and redis.call('VGETATTR', vectors .. gen, id) then
  keep(vectors .. gen)
  keep(set)
  return {'stored', 0}
end
if size >= most then
  if generation[2] then redis.call('UNLINK', vectors .. generation[2]) end
  redis.call('HSET', set, 'gen', gen + 1, 'prev', gen, 'dead', 0)
  gen, rotated = gen + 1, 1
end
local added = redis.pcall('VADD', vectors .. gen, 'FP32', query, id, 'Q8', 'SETATTR', '1')
if type(added) == 'table' and added.err then return {'unindexed: ' .. added.err, rotated} end
keep(vectors .. gen)
keep(set)
return {'stored', rotated}
