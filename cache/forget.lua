-- Removes one answer. Its vector stays where it is, and is dead: see search.lua.
--
-- KEYS  1 the answer   2 the list of the church's answers   3 prefix of the source index
-- Returns whether it was there (1 or 0).
local key, listed, index = KEYS[1], KEYS[2], KEYS[3]
for source in string.gmatch(redis.call('HGET', key, 's') or '', '%S+') do
  redis.call('ZREM', index .. source, key)
end
redis.call('ZREM', listed, key)
return redis.call('UNLINK', key)
