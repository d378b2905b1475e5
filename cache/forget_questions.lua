-- Removes whatever is kept of questions, in all scopes of a church: their answers, and the vectors by which those are found.
--
-- KEYS  1 the list of the church's scopes   2 the list of its answers   3 prefix of its answers   4 prefix of its sets
--       5 prefix of its vector sets   6 prefix of the source index   7 prefix of its gists
-- ARGV  the questions
-- Returns how many answers were removed.
--
-- Nothing is removed from a vector set (its removal code has known faults): one that holds a vector of the questions goes whole. Who
-- asks what other visitors asked is still answered, by the same words and by others that ask the same, and the vectors come
-- again with the next answers.
local scopes, listed, answers, sets, vectors, index, gists = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local removed = 0

local function remove(scope, id)
  local name = scope .. ':' .. id
  local found = redis.call('HMGET', answers .. name, 's', 'm')
  for source in string.gmatch(found[1] or '', '%S+') do
    redis.call('ZREM', index .. source, name)
  end
  local gist = found[2] and gists .. scope .. ':' .. found[2]
  if gist and redis.call('GET', gist) == id then redis.call('DEL', gist) end
  redis.call('ZREM', listed, name)
  removed = removed + redis.call('UNLINK', answers .. name)
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
    remove(scope, id)
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
