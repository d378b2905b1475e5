-- Removes whatever is kept of questions, in all scopes of a church: their answers, and the vectors by which those are found.
--
-- KEYS  1 the list of the church's scopes   2 the list of its answers   3 prefix of its answers   4 prefix of its sets
--       5 prefix of its vector sets   6 prefix of the source index
-- ARGV  the questions' ids
-- Returns how many answers were removed.
--
-- Nothing is removed from a vector set (its removal code has known faults): one that holds a vector of the questions goes whole. Who
-- asks what other visitors asked is still answered, by the same words and by others that ask the same, and the vectors come
-- again with the next answers.
local scopes, listed, answers, sets, vectors, index = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local removed = 0

local function remove(key, id)
  local found = redis.call('HMGET', key, 's', 'm')
  for source in string.gmatch(found[1] or '', '%S+') do
    redis.call('ZREM', index .. source, key)
  end
  if found[2] and redis.call('GET', found[2]) == id then redis.call('DEL', found[2]) end
  redis.call('ZREM', listed, key)
  removed = removed + redis.call('UNLINK', key)
end

local function holds(set, id)
  return set and redis.call('VGETATTR', set, id)
end

for _, scope in ipairs(redis.call('ZRANGE', scopes, 0, -1)) do
  local generation = redis.call('HMGET', sets .. scope, 'gen', 'prev')
  local current = generation[1] and vectors .. scope .. ':' .. generation[1]
  local before = generation[2] and vectors .. scope .. ':' .. generation[2]
  local held = false
  for _, id in ipairs(ARGV) do
    remove(answers .. scope .. ':' .. id, id)
    held = held or holds(current, id) or holds(before, id)
  end
  if held then
    redis.call('UNLINK', current)
    if before then redis.call('UNLINK', before) end
    redis.call('HDEL', sets .. scope, 'prev')
    redis.call('HSET', sets .. scope, 'gen', generation[1] + 1, 'dead', 0, 'born', redis.call('TIME')[1])
  end
end
return removed
