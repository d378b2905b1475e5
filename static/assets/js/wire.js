// What travels between the server and its clients.

/**
 * @typedef {object} HistoryItem
 * @property {"user" | "assistant"} role
 * @property {string} content
 */

/**
 * A visitor's message.
 * @typedef {object} ChatRequest
 * @property {string} message
 * @property {string} churchId
 * @property {string} sessionId
 * @property {HistoryItem[]} history
 * @property {string} agentType
 * @property {string | null} lensOverride
 * @property {null} lensNameOverride
 * @property {string} [preview] of a page that visitors do not see yet
 * @property {string} clientMessageId the same on every try of one message: the server answers it once, and whoever sends
 *   it again gets that answer, whole or not, in a stream that is "resumed"
 */

/** @typedef {{ id: string, kind: string, title: string, similarity: number, excerpt?: string }} Source */
/**
 * confirm asks the visitor whether fields are to be passed on; what they have answered for is done, declined or failed.
 * @typedef {object} ToolStatus
 * @property {string} name
 * @property {"running" | "confirm" | "done" | "declined" | "failed" | "over"} status over: this page's own, for a question that is not open any more
 * @property {string} [summary]
 * @property {string} [callId] of a confirm, and of what became of it
 * @property {{ label: string, value: string }[]} [fields]
 */
/**
 * @typedef {{ turnId: string, seq: number, eventId?: string, tried?: boolean }} Place the last event seen of a turn: its number and, behind a
 *   take-over, its id, which also says whose number it is; no turnId: nothing yet, though the server may have a message that was tried
 */
/** @typedef {{ turnId: string, sessionId: string }} TurnRef */

/** @typedef {{ event: string, id: string, data: any }} WireEvent an event as it comes, on either transport; its id is
 *   <turnId>:<seq> or, of who took the turn over, <turnId>.<taken>:<seq> */

/**
 * @typedef {{ type: "start", data: { turnId: string, sessionId: string, agent: string, language?: string, resumed: boolean } }
 *   | { type: "tier", data: { tier: number | null, reason: string, similarity?: number } }
 *   | { type: "delta", data: { text: string } }
 *   | { type: "tool", data: ToolStatus }
 *   | { type: "sources", data: { items: Source[] } }
 *   | { type: "reset", data: {} }
 *   | { type: "done", data: { finish: "stop" | "stopped" | "length", tier: number | null, ms: number } }
 *   | { type: "error", data: { code: string, message: string, retryable: boolean } }} ChatEvent
 */

/**
 * Nothing comes just now, and nothing is lost: the client tries again by itself, after about so many seconds.
 * @typedef {{ why: "offline" | "connection" | "server" | "busy" | "crowd", seconds: number }} Wait
 */

/** @typedef {{ type: "waiting", data: Wait }} WaitEvent made by the client, not by the server */

const known = new Set(["start", "tier", "delta", "tool", "sources", "reset", "done", "error"]);

/**
 * Takes a place forward by an event. Gives the event if it is news, nothing if it was seen before or is of a newer server.
 * A start begins the turn anew, whatever was seen of it: the server sends all of it again. Throws RangeError if events are
 * missing.
 * @param {Place} place
 * @param {WireEvent} frame
 * @returns {ChatEvent | undefined}
 */
export function advance(place, { event, id, data }) {
  const [turnId, number] = id.split(":");
  const seq = Number(number);
  if (event === "start") place.turnId = turnId;
  else if (seq <= place.seq) return undefined;
  else if (seq !== place.seq + 1) throw new RangeError(`event ${seq} after ${place.seq}`);
  place.seq = seq;
  place.eventId = turnId.includes(".") ? id : undefined; // elsewhere the number says all, also to older servers
  return known.has(event) ? /** @type {ChatEvent} */ ({ type: event, data }) : undefined;
}
