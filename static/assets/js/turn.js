// One question and its answer, as the events tell it.

/** @typedef {import("./wire.js").ChatEvent} ChatEvent */
/** @typedef {import("./wire.js").WaitEvent} WaitEvent */

/**
 * @typedef {object} Turn
 * @property {string} id this browser's name for it
 * @property {string} messageId the clientMessageId under which it was sent last
 * @property {number} at when it was asked, milliseconds since 1970
 * @property {number} [sentAt] when it was last given to be sent, likewise
 * @property {string} turnId the server's name for it, once it has taken it
 * @property {number} seq the last event seen; a turn is a Place
 * @property {string} [eventId] likewise
 * @property {boolean} [tried] likewise
 * @property {string} [asked] the agent who was asked
 * @property {string} question
 * @property {string} answer Markdown, as far as it has come
 * @property {"pending" | "done" | "stopped" | "failed"} state
 * @property {import("./wire.js").Wait | { why: "queue", seconds: number }} [waiting] why nothing comes just now
 * @property {string} [agent] who answers
 * @property {string} [language] of the answer (BCP 47)
 * @property {boolean} [cut] the model's limit ended the answer
 * @property {import("./wire.js").Source[]} [sources]
 * @property {import("./wire.js").ToolStatus[]} [tools]
 * @property {{ tier: number | null, reason: string, similarity?: number, ms?: number }} [how]
 * @property {Failure} [failure]
 * @property {"up" | "down" | ""} [rating]
 */

/**
 * Why there is no answer, or not all of it. A message, or a code that stands for one.
 * @typedef {object} Failure
 * @property {string} [message]
 * @property {string} [code]
 * @property {number} [seconds]
 * @property {boolean} retryable
 */

/** How long a message may have waited (in milliseconds) and still be sent without asking its writer again. */
export const stillMeant = 3600 * 1000;

/** How long the server keeps an answer where it can be gone on with. */
const stillThere = 24 * 3600 * 1000;

/**
 * @param {string} question
 * @param {string} asked
 * @returns {Turn}
 */
export function newTurn(question, asked) {
  const id = randomId();
  const now = Date.now();
  return { id, messageId: id, at: now, sentAt: now, turnId: "", seq: 0, asked, question, answer: "", state: "pending" };
}

/**
 * Has a turn sent again, under the same name.
 * @param {Turn} turn
 */
export function sendAgain(turn) {
  Object.assign(turn, { state: "pending", turnId: "", seq: 0, sentAt: Date.now() });
  delete turn.failure;
  delete turn.waiting;
}

/**
 * Adds an event to a turn. A start begins the answer anew: all of it follows.
 * @param {Turn} turn
 * @param {ChatEvent | WaitEvent} event
 */
export function apply(turn, event) {
  delete turn.waiting;
  switch (event.type) {
    case "waiting":
      turn.waiting = event.data;
      break;
    case "start":
      turn.agent = event.data.agent;
      turn.language = event.data.language;
      begin(turn);
      break;
    case "reset": // what was said is void
      begin(turn);
      break;
    case "tier":
      turn.how = event.data;
      break;
    case "delta":
      turn.answer += event.data.text;
      break;
    case "tool":
      turn.tools = withTool(turn.tools ?? [], event.data);
      break;
    case "sources":
      turn.sources = event.data.items;
      break;
    case "done":
      turn.state = event.data.finish === "stopped" ? "stopped" : "done";
      turn.cut = event.data.finish === "length";
      if (turn.how) turn.how.ms = event.data.ms;
      break;
    case "error":
      turn.state = "failed";
      turn.failure = { message: event.data.message, retryable: event.data.retryable };
      break;
  }
}

/** @param {Turn} turn */
function begin(turn) {
  Object.assign(turn, { answer: "", sources: [], tools: [], cut: false, how: undefined });
}

/**
 * What a tool says takes the place of what the same call said before; another call of it stands by itself.
 * @param {import("./wire.js").ToolStatus[]} tools
 * @param {import("./wire.js").ToolStatus} news
 */
function withTool(tools, news) {
  const asked = news.callId ? tools.find((tool) => tool.callId === news.callId) : undefined;
  if (asked) return tools.map((tool) => (tool === asked ? { ...asked, ...news } : tool));
  const before = tools.find((tool) => tool.name === news.name && tool.status === "running");
  return before ? tools.map((tool) => (tool === before ? news : tool)) : [...tools, news];
}

/**
 * Notes in an earlier turn what became of what it asks: it was answered in words, or is asked again. Gives false if it did not ask that.
 * @param {Turn} turn
 * @param {import("./wire.js").ToolStatus} news
 */
export function settle(turn, news) {
  const asked = turn.tools?.find((tool) => tool.callId === news.callId && tool.status === "confirm");
  if (!asked || !turn.tools) return false;
  const { status, summary } = news;
  turn.tools = turn.tools.map((tool) => (tool !== asked ? tool : status === "confirm" ? { ...asked, status: "over" } : { ...asked, status, summary }));
  return true;
}

/**
 * Whether a turn is to be answered without its writer being asked.
 * @param {Turn} turn
 */
export function goesOn(turn) {
  return turn.state === "pending" && Date.now() - (turn.sentAt ?? turn.at) < (turn.turnId ? stillThere : stillMeant);
}

/**
 * Whether a turn has less of an answer than there might be, and nobody wanted that.
 * @param {Turn} turn
 */
export function endedHalfWay(turn) {
  return turn.state !== "done" && turn.state !== "stopped" && turn.failure?.retryable !== false;
}

/**
 * Whether a turn answers somebody in danger.
 * @param {Turn} turn
 */
export function isCrisis(turn) {
  return turn.how?.reason === "crisis";
}

/**
 * A random UUID. crypto.randomUUID is missing where a page is not served over HTTPS.
 * @returns {string}
 */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
