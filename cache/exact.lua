-- Finds the answer to a question by its words, or else by its meaning.
--
-- KEYS  1 the answer to the same words   2 where its meaning is found   3 prefix of the answers
-- ARGV  1 whether it may be found by its meaning (1 or 0)
-- Returns 1 and the answer to the same words, or 0 and the one that was last stored with the same meaning, or nothing. The caller
-- compares the two questions: what is found by its meaning speaks of the same, and may say something else of it.
local found = redis.call('GET', KEYS[1])
if found then return {1, found} end
if ARGV[1] == '0' then return {} end
local id = redis.call('GET', KEYS[2])
found = id and redis.call('GET', KEYS[3] .. id)
if found then return {0, found} end
return {}
