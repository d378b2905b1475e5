// This browser's copy of a conversation with one church: the session's id and what was said. The server keeps its own.

import { isCrisis, randomId } from "./turn.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./wire.js").HistoryItem} HistoryItem */

/** How many turns are kept; the oldest go first. */
const maxTurns = 50;

/** How long they are kept after the last change, in milliseconds. */
const keptFor = 30 * 24 * 3600 * 1000;

// What the server takes: at most 40 items of at most 8,000 characters. Less is sent, because it rarely needs any.
const maxHistoryItems = 40;
const maxHistoryItem = 4000;
const maxHistoryTotal = 24_000;

/** The browser's record of one church's conversation. Without storage (private windows) it lasts as long as the page. */
export class Conversation {
  /** @type {Turn[]} */
  turns = [];

  /** The ids of those that were taken back: another tab may still have one of them. @type {string[]} */
  dropped = [];

  /** Whether this page has seen the conversation in the storage. */
  #stored = false;

  /** Whether the page has more than the storage took: then what is stored takes the place of nothing. */
  #unstored = false;

  /**
   * Somebody in danger may share the device with whom they are afraid of: from then on the copy goes with the tab, unless
   * they ask for it to be kept.
   * @type {"" | "session" | "kept"}
   */
  discretion = "";

  /** @param {string} churchId */
  constructor(churchId) {
    this.key = `narthex:${churchId}`;
    this.sessionId = randomId();
    this.load();
  }

  /** Takes over what is stored: another tab may have written it. Gives false if another tab had it forgotten. */
  load() {
    let stored;
    try {
      stored = JSON.parse(sessionStorage.getItem(this.key) || localStorage.getItem(this.key) || "null");
    } catch {
      return true; // no storage, or not ours any more: go on with what is in memory
    }
    if (Date.now() - stored?.at > keptFor) {
      this.#remove();
      stored = null;
    }
    if (stored?.version !== 1) return !this.#stored;
    if (this.#stored && stored.sessionId !== this.sessionId) return false;
    if (this.#unstored) return true;
    this.sessionId = stored.sessionId;
    this.dropped = [...new Set([...(stored.dropped ?? []), ...this.dropped])].slice(-maxTurns);
    this.turns = stored.turns.filter((/** @type {Turn} */ { id }) => !this.dropped.includes(id));
    this.discretion = stored.discretion ?? "";
    this.#stored = true;
    if (this.turns.length < stored.turns.length) this.#store(); // another tab stored while this one took back
    return true;
  }

  /**
   * Adds a turn or replaces it, unless it was taken back, and keeps turns that another tab has added meanwhile. Gives false,
   * and stores nothing, if another tab had the conversation forgotten.
   * @param {Turn} turn
   */
  save(turn) {
    if (!this.load()) return false;
    if (this.dropped.includes(turn.id)) return true;
    const index = this.turns.findIndex((other) => other.id === turn.id);
    if (index < 0) this.turns.push(turn);
    else this.turns[index] = turn;
    this.turns = this.turns.slice(-maxTurns);
    if (isCrisis(turn)) this.discretion ||= "session";
    this.#store();
    return true;
  }

  /**
   * Keeps a copy although somebody was in danger. Gives false if another tab has begun another conversation, which is kept
   * in its place.
   */
  keep() {
    if (!this.load()) return true; // there is nothing to keep any more
    if (this.#isAnotherKept()) return false;
    this.discretion = "kept";
    this.#store();
    return true;
  }

  /**
   * Takes out a turn that was taken back, in every tab: that it is missing alone might be a change that got lost.
   * @param {string} id
   */
  remove(id) {
    if (!this.load()) return;
    this.dropped = [...this.dropped, id].slice(-maxTurns);
    this.turns = this.turns.filter((turn) => turn.id !== id);
    this.#store();
  }

  /** @param {string} id */
  find(id) {
    return this.turns.find((turn) => turn.id === id);
  }

  /** Removes it and begins a new session: in this tab alone if the browser keeps another tab's conversation. */
  forget() {
    const another = this.#isAnotherKept();
    this.#remove(!another);
    this.#renew();
    if (!another) return void this.load(); // what another tab has said since is taken over
    this.discretion = "session";
    this.#store();
  }

  /** Removes everything that this browser keeps, of other tabs too, and begins a new session. */
  wipe() {
    this.#remove();
    this.leave();
  }

  /** Begins a new session, because the old one was forgotten elsewhere. What another tab has said since is taken over. */
  leave() {
    this.#renew();
    this.load();
  }

  #renew() {
    this.turns = [];
    this.dropped = [];
    this.sessionId = randomId();
    this.discretion = "";
    this.#stored = this.#unstored = false;
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
    const { sessionId, turns, dropped, discretion } = this;
    const record = JSON.stringify({ version: 1, at: Date.now(), sessionId, turns, dropped, discretion });
    this.#unstored = true;
    try {
      const [here, elsewhere] = discretion === "session" ? [sessionStorage, localStorage] : [localStorage, sessionStorage];
      // First: nothing of it may stay, even if there is no room for it here.
      if (here === localStorage || !this.#isAnotherKept()) elsewhere.removeItem(this.key);
      this.#stored = here.getItem(this.key) !== null;
      here.setItem(this.key, record);
      this.#stored = true;
      this.#unstored = false;
    } catch {
      // no storage, or it is full: the page still has everything
    }
  }

  /** Whether this browser keeps another conversation than this one, which stays in its tab: one that another tab has begun since. */
  #isAnotherKept() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) || "null");
      return kept !== null && kept.sessionId !== this.sessionId;
    } catch {
      return false; // no storage, or nothing of ours in it
    }
  }

  /** @param {boolean} [beyond] beyond this tab too */
  #remove(beyond = true) {
    try {
      sessionStorage.removeItem(this.key);
      if (beyond) localStorage.removeItem(this.key);
    } catch {
      // no storage: there was nothing in it
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
