-- Finds the answers to the questions nearest to one, in one round trip.
--
-- KEYS  1 the set   2 prefix of its vector sets   3 prefix of its answers   4 prefix of the church's embeddings
-- ARGV  1 the projected vector, FP32   2 the least score   3 neighbours to look at   4 search effort (EF)
--       5 dead neighbours met until a new generation begins, if they are also a quarter of the set's size; 0: nothing is changed
--       6 the embedder   7 the question that is asked
-- Returns whether a new generation began (1 or 0), then vector and answer of the nearest live neighbour, then the questions of the
-- other live ones. Vectors are long, and mostly the first is the one: the others are fetched only if it is not.
--
-- A neighbour whose answer has expired or was purged, or whose vector is no more, is dead: the next one is tried. The question itself needs
-- no vector to be compared, and has '' if there is none. Nothing is removed from a vector set
-- (its removal code has known faults); a set that shows too many dead is replaced, and goes on being searched after its
-- successor until it expires.
local set, vectors, answers, embeddings = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local query, least, count, effort, limit, embedder = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5]), ARGV[6]
local asked = ARGV[7]

local reply, live, dead = {0}, 0, 0
local made = embedder .. ' '
local generation = redis.call('HMGET', set, 'gen', 'prev')

local function search(gen)
  local met = 0
  local near = redis.call('VSIM', vectors .. gen, 'FP32', query, 'WITHSCORES', 'COUNT', count, 'EF', effort, 'NOTHREAD')
  for i = 1, #near, 2 do
    if tonumber(near[i + 1]) < least then break end
    local question = near[i]
    if live > 0 then
      if redis.call('EXISTS', answers .. question) == 1 then
        reply[#reply + 1] = question
        live = live + 1
      else
        met = met + 1
      end
    else
      local answer = redis.call('GET', answers .. question)
      local vector = answer and redis.call('GET', embeddings .. question)
      if vector and string.sub(vector, 1, #made) == made then
        vector = string.sub(vector, #made + 1)
      else
        vector = answer and question == asked and ''
      end
      if vector then
        reply[2], reply[3], live = vector, answer, 1
      else
        met = met + 1
      end
    end
  end
  return met
end

if generation[1] then
  dead = search(generation[1])
end
if generation[2] and live < count then
  search(generation[2])
end

if limit > 0 and dead > 0 and redis.call('HINCRBY', set, 'dead', dead) >= math.max(limit, redis.call('VCARD', vectors .. generation[1]) / 4) then
  if generation[2] then redis.call('UNLINK', vectors .. generation[2]) end
  redis.call('HSET', set, 'gen', generation[1] + 1, 'prev', generation[1], 'dead', 0, 'born', redis.call('TIME')[1])
  reply[1] = 1
end
return reply
