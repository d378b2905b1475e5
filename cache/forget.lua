-- Removes one answer. Its vector stays where it is, and is dead: see search.lua.
--
-- KEYS  1 prefix of the church's answers   2 the list of them   3 prefix of the source index   4 prefix of the answers of the layout before
-- ARGV  1 the answer
-- Returns whether it was there (1 or 0).
local listed, index, name = KEYS[2], KEYS[3], ARGV[1]
local key = KEYS[1] .. name
local kept = redis.call('GET', key)
for at = 23, (string.find(kept or '', ' ', 1, true) or 1) - 1, 22 do
  redis.call('ZREM', index .. string.sub(kept, at, at + 21), name)
end
redis.call('ZREM', listed, name)
return redis.call('UNLINK', key, KEYS[4] .. name)
