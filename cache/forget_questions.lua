-- Removes whatever is kept of questions, in all scopes of a church: their answers, and the vectors by which those are found.
--
-- KEYS  1 the list of the church's scopes   2 the list of its answers   3 prefix of its answers   4 prefix of its sets
--       5 prefix of its vector sets   6 prefix of the source index   7 prefix of its gists   8 prefix of its answers of the layout before
-- ARGV  the questions
-- Returns how many answers were removed.
--
-- Nothing is removed from a vector set (its removal code has known faults): one that holds a vector of the questions goes whole. Who
-- asks what other visitors asked is still answered, by the same words and by others that ask the same, and the vectors come
-- again with the next answers.
local scopes, listed, answers, sets, vectors, index, gists = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local before, removed = KEYS[8], 0

local function remove(scope, id)
  local name = scope .. ':' .. id
  local kept = redis.call('GET', answers .. name)
  for at = 23, (string.find(kept or '', ' ', 1, true) or 1) - 1, 22 do
    redis.call('ZREM', index .. string.sub(kept, at, at + 21), name)
  end
  local gist = kept and gists .. scope .. ':' .. string.sub(kept, 1, 22)
  if gist and redis.call('GET', gist) == id then redis.call('DEL', gist) end
  redis.call('ZREM', listed, name)
  removed = removed + redis.call('UNLINK', answers .. name, before .. name)
end

local function holds(set, id)
  return set and redis.call('VGETATTR', set, id)
end

for _, scope in ipairs(redis.call('ZRANGE', scopes, 0, -1)) do
  local generation = redis.call('HMGET', sets .. scope, 'gen', 'prev')
  local current = generation[1] and vectors .. scope .. ':' .. generation[1]
  local last = generation[2] and vectors .. scope .. ':' .. generation[2]
  local held = false
  for _, id in ipairs(ARGV) do
    remove(scope, id)
    held = held or holds(current, id) or holds(last, id)
  end
  if held then
    redis.call('UNLINK', current)
    if last then redis.call('UNLINK', last) end
    redis.call('HDEL', sets .. scope, 'prev')
    redis.call('HSET', sets .. scope, 'gen', generation[1] + 1, 'dead', 0, 'born', redis.call('TIME')[1])
  end
end
return removed
