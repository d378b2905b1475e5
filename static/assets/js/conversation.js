// This browser's copy of a conversation with one church: the session's id and what was said. The server keeps its own.

/** @typedef {import("./stream.js").Source} Source */
/** @typedef {import("./stream.js").ToolStatus} ToolStatus */
/** @typedef {import("./stream.js").HistoryItem} HistoryItem */

/**
 * One question and its answer.
 * @typedef {object} Turn
 * @property {string} id
 * @property {string} messageId the clientMessageId under which it was sent last
 * @property {number} at when it was asked, milliseconds since 1970
 * @property {string} [turnId] the server's name for it, once it has taken it
 * @property {string} question
 * @property {string} answer Markdown, as far as it has come
 * @property {"pending" | "done" | "stopped" | "failed"} state
 * @property {boolean} [cut] the model's limit ended the answer
 * @property {Source[]} [sources]
 * @property {ToolStatus[]} [tools]
 * @property {{ tier: number | null, reason: string, similarity?: number, ms?: number }} [how]
 * @property {Failure} [failure]
 */

/**
 * Why there is no answer, or not all of it.
 * @typedef {object} Failure
 * @property {string} message
 * @property {boolean} retryable
 */

/** How many turns are kept; the oldest go first. */
const maxTurns = 50;

// What the server takes: at most 40 items of at most 8,000 characters. Less is sent, because it rarely needs any.
const maxHistoryItems = 40;
const maxHistoryItem = 4000;
const maxHistoryTotal = 24_000;

/** The browser's record of one church's conversation. Without storage (private windows) it lasts as long as the page. */
export class Conversation {
  /** @type {Turn[]} */
  turns = [];

  /** @param {string} churchId */
  constructor(churchId) {
    this.key = `narthex:${churchId}`;
    this.sessionId = randomId();
    this.load();
  }

  /** Takes over what is stored: another tab may have written it. */
  load() {
    try {
      const stored = JSON.parse(localStorage.getItem(this.key) || "null");
      if (stored?.version !== 1) return;
      this.sessionId = stored.sessionId;
      this.turns = stored.turns;
    } catch {
      // no storage, or not ours any more: go on with what is in memory
    }
  }

  /**
   * Adds a turn or replaces it, and keeps turns that another tab has added meanwhile.
   * @param {Turn} turn
   */
  save(turn) {
    this.load();
    const index = this.turns.findIndex((other) => other.id === turn.id);
    if (index < 0) this.turns.push(turn);
    else this.turns[index] = turn;
    this.turns = this.turns.slice(-maxTurns);
    this.#store();
  }

  /** Removes everything and begins a new session. */
  forget() {
    this.turns = [];
    this.sessionId = randomId();
    try {
      localStorage.removeItem(this.key);
    } catch {
      // no storage: there was nothing in it
    }
  }

  /**
   * What was said before a turn, oldest first, for a server that does not know the session.
   * @param {Turn} turn
   * @returns {HistoryItem[]}
   */
  historyBefore(turn) {
    /** @type {HistoryItem[]} */
    const items = [];
    let total = 0;
    const answered = this.turns.filter((other) => other.id !== turn.id && other.at <= turn.at && other.answer !== "");
    for (const other of answered.reverse()) {
      const pair = [item("user", other.question), item("assistant", other.answer)];
      total += pair[0].content.length + pair[1].content.length;
      if (items.length + 2 > maxHistoryItems || total > maxHistoryTotal) break;
      items.unshift(...pair);
    }
    return items;
  }

  #store() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: 1, sessionId: this.sessionId, turns: this.turns }));
    } catch {
      // no storage, or it is full: the page still has everything
    }
  }
}

/**
 * @param {"user" | "assistant"} role
 * @param {string} content
 * @returns {HistoryItem}
 */
function item(role, content) {
  return { role, content: content.slice(0, maxHistoryItem) };
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
