-- Removes the answers that were made from the given sources, and marks the sources so that an answer still being made from
-- their old text is not stored afterwards.
--
-- KEYS  1 prefix of the source index   2 prefix of the purge marks   3 prefix of the church's answers   4 the same of the layout before
-- ARGV  1 how long the marks stay, in ms   2… sources
-- Returns how many answers were removed.
local index, marks, answers, before, quarantine = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1]
local removed = 0
for i = 2, #ARGV do
  local source = ARGV[i]
  redis.call('SET', marks .. source, '1', 'PX', quarantine)
  for _, name in ipairs(redis.call('ZRANGE', index .. source, 0, -1)) do
    local key = answers .. name
    -- An answer stored anew after it had expired may no longer come from this source.
    local kept = redis.call('GET', key)
    local from = kept and string.find(kept, source, 23, true)
    if from and from < (string.find(kept, ' ', 1, true) or 0) then
      removed = removed + redis.call('UNLINK', key)
    end
    removed = removed + redis.call('UNLINK', before .. name)
  end
  redis.call('UNLINK', index .. source)
end
return removed
