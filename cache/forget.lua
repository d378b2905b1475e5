-- Removes one answer. Its vector stays where it is, and is dead: see search.lua.
--
-- KEYS  1 prefix of the church's answers   2 the list of them   3 prefix of the source index
-- ARGV  1 the answer
-- Returns whether it was there (1 or 0).
local listed, index, name = KEYS[2], KEYS[3], ARGV[1]
local key = KEYS[1] .. name
for source in string.gmatch(redis.call('HGET', key, 's') or '', '%S+') do
  redis.call('ZREM', index .. source, name)
end
redis.call('ZREM', listed, name)
return redis.call('UNLINK', key)
