package chat

import "github.com/redis/go-redis/v9"

// The scripts of the journal. Each is one atomic step; what they keep is told with Journal.

// acceptScript gives for each question -1 if its turn is known, 0 if it was accepted, -2 if it was and belongs to a
// conversation in which a crisis was found, -3 if its conversation was forgotten, and otherwise the milliseconds after which the limits would allow it. The other keys are made from that of the journal: all lie in the church's slot.
//
//	KEYS journal
//	ARGV TTL in seconds, owner, lease in milliseconds, and packed for each question turn, session, address, messages a
//	     minute of the session, of the address, question's record, seed, answer's record, log, and whether the answer is
//	     the crisis gate's; answer and log are '' unless it is answered already, and then there is no seed
var acceptScript = redis.NewScript(`
	local prefix = string.sub(KEYS[1], 1, -#'journal' - 1)
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + clock[2] / 1000
	local free = {}
	local function wait(i, kind, key, perMinute)
		free[i] = nil
		if perMinute == 0 then
			return 0
		end
		local name = prefix .. 'limit:' .. kind .. ':' .. key
		local due = math.max(tonumber(redis.call('GET', name) or now), now) + 60000 / perMinute
		free[i] = {name, due}
		return due - now - 60000
	end
	local function accept(turn, session, address, perSession, perAddress, question, seed, answer, log, crisis)
		local key = prefix .. 'turn:' .. turn
		if redis.call('EXISTS', prefix .. 'forgotten:' .. session) > 0 then
			return -3
		end
		if redis.call('EXISTS', key, key .. ':log') > 0 then
			return -1
		end
		local over = math.max(wait(1, 'session', session, perSession), wait(2, 'address', address, perAddress))
		if over > 0 and not crisis then
			return math.ceil(over)
		elseif over > 0 then -- who is in danger is heard, however much they have said, and pays nothing for it
			free = {}
		end
		for i = 1, 2 do
			if free[i] then
				redis.call('SET', free[i][1], free[i][2], 'PX', math.max(1, math.ceil(free[i][2] - now)))
			end
		end
		local watch = prefix .. 'crisis:' .. session
		if crisis then
			redis.call('SET', watch, '1', 'EX', ARGV[1])
		end
		if answer ~= '' then
			redis.call('SET', key .. ':log', log, 'EX', ARGV[1])
			redis.call('XADD', KEYS[1], '*', 'record', question, 'answer', answer)
			return 0
		end
		redis.call('HSET', key, 'owner', ARGV[2], 'session', session, 'seed', seed)
		redis.call('EXPIRE', key, ARGV[1])
		redis.call('XADD', KEYS[1], '*', 'record', question)
		redis.call('ZADD', prefix .. 'running', math.floor(now) + ARGV[3], turn)
		return redis.call('EXISTS', watch) == 1 and -2 or 0
	end
	local outcomes = {}
	local asked = cmsgpack.unpack(ARGV[4])
	for i = 1, #asked, 10 do
		outcomes[#outcomes + 1] = accept(unpack(asked, i, i + 9))
	end
	return outcomes`)

// appendScript gives a turn and a remark for each turn there is something to say about. The keys of the turns are made from
// that of their church: all lie in its slot.
//
//	KEYS running
//	ARGV owner, lease in milliseconds, TTL in milliseconds, and packed for each turn its id, the number of the last line,
//	     the lines ('' for none), whether they are the first, and whether to renew the lease
var appendScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local lapses = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[2]
	local prefix = string.sub(KEYS[1], 1, -#'running' - 1) .. 'turn:'
	local remarks = {}
	local renewed = {}
	local news = cmsgpack.unpack(ARGV[4])
	for i = 1, #news, 5 do
		local id, lines = news[i], news[i + 2]
		local turn = prefix .. id
		local known = redis.call('HMGET', turn, 'owner', 'stop')
		if known[1] ~= ARGV[1] then
			remarks[#remarks + 1] = id
			remarks[#remarks + 1] = redis.call('EXISTS', turn, turn .. ':log') > 0 and 'lost' or 'missing'
		else
			if lines ~= '' then
				local written = redis.pcall('XADD', turn .. ':events', news[i + 1] .. '-0', 'lines', lines)
				-- An append whose answer never came back may have brought it already.
				if type(written) == 'table' and written.err and not string.find(written.err, 'equal or smaller') then
					remarks[#remarks + 1] = id
					remarks[#remarks + 1] = 'failed'
				elseif news[i + 3] then
					redis.call('PEXPIRE', turn .. ':events', ARGV[3])
				end
			end
			if news[i + 4] then
				renewed[#renewed + 1] = lapses
				renewed[#renewed + 1] = id
			end
			if known[2] then
				remarks[#remarks + 1] = id
				remarks[#remarks + 1] = 'stop'
			end
		end
	end
	if #renewed > 0 then
		redis.call('ZADD', KEYS[1], unpack(renewed))
	end
	return remarks`)

// registerScript gives 1 for a turn that was not known.
//
//	KEYS turn, log, running, journal
//	ARGV session, TTL in seconds, owner, seed, turn, lease in milliseconds, question's record
var registerScript = redis.NewScript(`
	if redis.call('EXISTS', KEYS[1], KEYS[2]) > 0 then
		return 0
	end
	local clock = redis.call('TIME')
	redis.call('HSET', KEYS[1], 'session', ARGV[1], 'owner', ARGV[3], 'seed', ARGV[4])
	redis.call('EXPIRE', KEYS[1], ARGV[2])
	redis.call('ZADD', KEYS[3], clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[6], ARGV[5])
	redis.call('XADD', KEYS[4], '*', 'record', ARGV[7])
	return 1`)

// finishScript gives 0 when the turn belongs to somebody else. A turn that is not known was accepted in an outage. Finishing
// a turn twice, because the first reply was lost, does no harm. Of a conversation that was forgotten nothing is kept.
//
//	KEYS turn, events, log, journal, running, forgotten
//	ARGV owner, turn, answer's record, log, TTL in seconds
var finishScript = redis.NewScript(`
	local known = redis.call('HMGET', KEYS[1], 'session', 'owner')
	if known[1] and known[2] ~= ARGV[1] then
		return 0
	end
	if not known[1] then
		local ended = redis.call('GET', KEYS[3])
		if ended then
			return ended == ARGV[4] and 1 or 0
		end
	end
	redis.call('UNLINK', KEYS[1], KEYS[2])
	redis.call('ZREM', KEYS[5], ARGV[2])
	if redis.call('EXISTS', KEYS[6]) == 0 then
		redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5])
		redis.call('XADD', KEYS[4], '*', 'record', ARGV[3])
	end
	return 1`)

// followScript gives a state and what belongs to it, see whereabouts.
//
//	KEYS turn, events, log, running
//	ARGV session, number of the last event known, turn
var followScript = redis.NewScript(`
	local ended = redis.call('GET', KEYS[3])
	if ended then
		if string.sub(ended, 1, #ARGV[1]) ~= ARGV[1] then
			return {'none'}
		end
		return {'log', ended}
	end
	if redis.call('HGET', KEYS[1], 'session') ~= ARGV[1] then
		return {'none'}
	end
	local entries = redis.call('XRANGE', KEYS[2], '(' .. ARGV[2] .. '-0', '+')
	if #entries > 0 then
		local reply = {'more'}
		for _, entry in ipairs(entries) do
			reply[#reply + 1] = entry[1]
			reply[#reply + 1] = entry[2][2]
		end
		return reply
	end
	local clock = redis.call('TIME')
	local lapses = redis.call('ZSCORE', KEYS[4], ARGV[3])
	if lapses and tonumber(lapses) > clock[1] * 1000 + clock[2] / 1000 then
		return {'wait'}
	end
	return {'lapsed'}`)

// takeScript gives session, seed, how often the turn was taken, whether it was given, and the entries of its log; or
// nothing.
//
//	KEYS turn, events, running
//	ARGV new owner, lease in milliseconds, turn, whether turns may be taken that were not given
var takeScript = redis.NewScript(`
	local known = redis.call('HMGET', KEYS[1], 'session', 'seed')
	if not known[2] then
		redis.call('ZREM', KEYS[3], ARGV[3])
		return {}
	end
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	local lapses = tonumber(redis.call('ZSCORE', KEYS[3], ARGV[3]) or 1)
	if lapses > now or (lapses > 0 and ARGV[4] ~= '1') then
		return {}
	end
	redis.call('HSET', KEYS[1], 'owner', ARGV[1])
	redis.call('ZADD', KEYS[3], now + ARGV[2], ARGV[3])
	local reply = {known[1], known[2], redis.call('HINCRBY', KEYS[1], 'taken', 1), lapses == 0 and 1 or 0}
	for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do
		reply[#reply + 1] = entry[1]
		reply[#reply + 1] = entry[2][2]
	end
	return reply`)

// untakeScript counts one death less.
//
//	KEYS turn
//	ARGV owner
var untakeScript = redis.NewScript(`
	if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then
		return redis.call('HINCRBY', KEYS[1], 'taken', -1)
	end
	return 0`)

// giveScript gives 0 when the turn is not the node's to give.
//
//	KEYS turn, running
//	ARGV owner, turn
var giveScript = redis.NewScript(`
	if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
		return 0
	end
	redis.call('HDEL', KEYS[1], 'owner')
	redis.call('ZADD', KEYS[2], 0, ARGV[2])
	return 1`)

// stopScript gives 0 when the session has no such turn.
//
//	KEYS turn, log
//	ARGV session
var stopScript = redis.NewScript(`
	local session = redis.call('HGET', KEYS[1], 'session')
	if not session then
		return redis.call('GETRANGE', KEYS[2], 0, #ARGV[1] - 1) == ARGV[1] and 1 or 0
	end
	if session ~= ARGV[1] then
		return 0
	end
	redis.call('HSET', KEYS[1], 'stop', '1')
	return 1`)

// lapsedScript gives how many turns are running and records waiting, and then turns whose lease has lapsed.
//
//	KEYS running, journal
//	ARGV how many turns at the most
var lapsedScript = redis.NewScript(`
	local clock = redis.call('TIME')
	local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
	local lapsed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
	table.insert(lapsed, 1, tostring(redis.call('ZCARD', KEYS[1]) + redis.call('XLEN', KEYS[2])))
	return lapsed`)
