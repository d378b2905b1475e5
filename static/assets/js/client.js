// The client of the chat, for every page that has one: it brings a message to the server and its answer back, whatever
// happens on the way. It knows nothing of documents.

import { Backoff } from "./backoff.js";
import { ConnectionError, ProblemError, turnNotFound } from "./errors.js";
import { callOrFail } from "./request.js";
import { Socket } from "./socket.js";
import { streamEvents } from "./stream.js";
import { advance } from "./wire.js";

export { ProblemError };

/** @typedef {import("./wire.js").ChatRequest} ChatRequest */
/** @typedef {import("./wire.js").ChatEvent} ChatEvent */
/** @typedef {import("./wire.js").WaitEvent} WaitEvent */
/** @typedef {import("./wire.js").Wait} Wait */
/** @typedef {import("./wire.js").WireEvent} WireEvent */
/** @typedef {import("./wire.js").Place} Place */
/** @typedef {import("./wire.js").TurnRef} TurnRef */

/**
 * @typedef {object} ClientOptions
 * @property {string} churchId
 * @property {string} [base] origin of the server; the page's own if left out
 * @property {(anew: boolean) => Promise<string>} [visitor] gives the token that lets a page of another site ask; anew: the
 *   last one was refused
 */

/** A server that asks for a longer wait than this (in seconds) leaves it to the visitor when to try again. */
const longestAsked = 30;

/** While the browser says that it is offline, it is asked again this often (in milliseconds): it is not always right. */
const offlinePause = 30_000;

/** So many sockets in a row that would not open, while requests went through: something on the way does not let them. */
const maxRefused = 2;

/** Remembers for the browser's session that sockets do not work here. */
const refusedKey = "narthex:no-socket";

export class Client {
  /** @type {Socket | null} */
  #socket = null;
  #refused = remembered() ? maxRefused : 0;
  #tokenRefused = false;
  /** Says "wake" to end all waits, "drop" to end all requests under way. */
  #interrupts = new EventTarget();

  /** @param {ClientOptions} options */
  constructor({ churchId, base = location.origin, visitor }) {
    this.churchId = churchId;
    this.base = base;
    this.visitor = visitor;
    for (const change of ["online", "offline"]) globalThis.addEventListener?.(change, () => this.#reconnect());
  }

  /** Opens the socket before it is needed. If that does not work, it is seen when it is needed. */
  connect() {
    this.#open().catch(() => {});
  }

  /** The socket, opened or about to be; null where sockets do not work. */
  async #open() {
    if (this.#refused < maxRefused && (!this.#socket || this.#socket.lost)) {
      const address = this.#address("ws");
      address.protocol = address.protocol.replace("http", "ws");
      const token = await this.#token();
      if (token) address.searchParams.set("visitor", token);
      try {
        if (!this.#socket || this.#socket.lost) this.#socket = new Socket(address.href);
      } catch {
        this.#giveUpSockets(); // the browser, or the page's own policy, allows none
      }
    }
    return this.#socket;
  }

  /**
   * Brings a message to the server, or goes on with a turn from a place, and yields its events, each once and in order, up
   * to a done or an error. The place goes along with the events. Lost connections are made anew, for as long as it takes;
   * waiting events say when. Throws ProblemError when the server refuses for good, and the signal's reason when that is aborted.
   * @param {ChatRequest} request
   * @param {Place} place
   * @param {{ signal: AbortSignal, meant?: () => boolean }} options meant: whether the message is still to be sent, however
   *   long it has waited, or although the server does not know its turn (any more), which it is by default
   * @returns {AsyncGenerator<ChatEvent | WaitEvent>}
   */
  async *answer(request, place, { signal, meant = () => true }) {
    const backoff = new Backoff();
    // It is tried all the same: browsers are not always right.
    if (navigator.onLine === false) yield { type: "waiting", data: { why: "offline", seconds: offlinePause / 1000 } };
    for (;;) {
      /** @type {{ why: Wait["why"], milliseconds: number }} */
      let wait;
      if (!place.turnId && !meant()) throw turnNotFound();
      const { tried } = place;
      place.tried ||= navigator.onLine !== false;
      try {
        for await (const frame of this.#attempt(request, place, signal)) {
          const event = advance(place, frame);
          backoff.reset();
          this.#tokenRefused = false;
          if (event) yield event;
          if (event?.type === "done" || event?.type === "error") return;
        }
        throw new ConnectionError("no end");
      } catch (error) {
        signal.throwIfAborted();
        if (refused(error)) place.tried = tried;
        if (this.#renews(error) || unknown(error, place, meant)) continue;
        wait = waitAfter(error, backoff);
      }
      const { why, milliseconds } = wait;
      if (milliseconds > 1000) yield { type: "waiting", data: { why, seconds: Math.ceil(milliseconds / 1000) } };
      await this.#pause(milliseconds, signal);
    }
  }

  /** Tries again now instead of after a while, and looks whether the connection is alive. */
  wake() {
    this.#interrupts.dispatchEvent(new Event("wake"));
    this.#socket?.probe();
  }

  /**
   * Has the server stop an answer: to leave it alone does not. Its stream goes on to a done event that says so.
   * @param {TurnRef} turn
   */
  async stop({ turnId, sessionId }) {
    await this.#call("POST", `turns/${turnId}/stop`, { sessionId });
  }

  /**
   * Says what the visitor thinks of an answer.
   * @param {TurnRef} turn
   * @param {"up" | "down" | ""} value
   * @param {string} comment
   */
  async rate({ turnId, sessionId }, value, comment) {
    await this.#call("POST", `turns/${turnId}/feedback`, { sessionId, value, comment });
  }

  /**
   * Answers what a tool asks. What became of it is the tool's new status.
   * @param {TurnRef} turn
   * @param {string} callId
   * @param {boolean} accept
   * @returns {Promise<import("./wire.js").ToolStatus>}
   */
  async confirm({ turnId, sessionId }, callId, accept) {
    return this.#call("POST", `turns/${turnId}/confirm`, { sessionId, callId, accept });
  }

  /**
   * Deletes a conversation on the server.
   * @param {string} sessionId
   */
  async forget(sessionId) {
    await this.#call("DELETE", `conversations/${sessionId}`);
  }

  /** Lets go of the socket. An answer under way comes another way. */
  close() {
    this.#socket?.close();
    this.#socket = null;
  }

  /**
   * Whether an error is mended by another token.
   * @param {unknown} error
   */
  #renews(error) {
    const refused = error instanceof ProblemError && error.code === "visitor_token_invalid";
    const again = refused && this.#tokenRefused;
    this.#tokenRefused = refused && !again;
    return this.#tokenRefused;
  }

  /** The network has changed, and old connections with it. */
  #reconnect() {
    this.close();
    this.#interrupts.dispatchEvent(new Event("drop"));
    this.wake();
  }

  /**
   * One try: over the socket, or where that does not work by a request.
   * @param {ChatRequest} request
   * @param {Place} place
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<WireEvent>}
   */
  async *#attempt(request, place, signal) {
    const socket = await this.#open();
    if (socket && (await socket.opened)) {
      this.#refused = 0;
      signal.throwIfAborted();
      try {
        yield* socket.exchange(this.#frame(request, place), signal);
      } finally {
        if (socket.hopeless) this.#giveUpSockets();
      }
      return;
    }
    yield* this.#attemptByRequest(request, place, signal, socket);
  }

  /**
   * @param {ChatRequest} request
   * @param {Place} place
   * @param {AbortSignal} signal
   * @param {Socket | null} socket that did not open
   * @returns {AsyncGenerator<WireEvent>}
   */
  async *#attemptByRequest(request, place, signal, socket) {
    const attempt = new AbortController();
    const end = () => attempt.abort(signal.reason);
    const drop = () => attempt.abort(new ConnectionError("another network", 0));
    signal.addEventListener("abort", end);
    this.#interrupts.addEventListener("drop", drop);
    try {
      signal.throwIfAborted();
      for await (const frame of streamEvents(...(await this.#streamRequest(request, place)), attempt.signal)) {
        if (socket) this.#countRefusal(socket);
        yield frame;
      }
    } finally {
      if (socket === this.#socket) this.#socket = null; // nothing works just now: next time another may open
      signal.removeEventListener("abort", end);
      this.#interrupts.removeEventListener("drop", drop);
    }
  }

  /**
   * @param {ChatRequest} request
   * @param {Place} place
   */
  #frame(request, { turnId, seq, eventId }) {
    if (!turnId) return { type: "message", ...request };
    return { type: "resume", turnId, sessionId: request.sessionId, churchId: this.churchId, after: eventId || seq };
  }

  /**
   * @param {ChatRequest} request
   * @param {Place} place
   * @returns {Promise<[URL, RequestInit]>}
   */
  async #streamRequest(request, { turnId, seq, eventId }) {
    const headers = { ...(await this.#headers()), Accept: "text/event-stream, application/problem+json" };
    if (!turnId) return [this.#address("stream"), post(request, headers)];
    const where = { sessionId: request.sessionId, churchId: this.churchId, after: eventId || String(seq) };
    return [this.#address(`turns/${turnId}/stream?${new URLSearchParams(where)}`), { headers }];
  }

  /**
   * Has the server do a small thing, and gives what it says to that.
   * @param {"POST" | "DELETE"} method
   * @param {string} path
   * @param {object} [body]
   */
  async #call(method, path, body) {
    const { churchId } = this;
    const address = this.#address(body ? path : `${path}?${new URLSearchParams({ churchId })}`);
    for (;;) {
      const headers = await this.#headers();
      const request = body ? post({ ...body, churchId }, headers) : { method, headers };
      try {
        return await callOrFail(address, request, this.#interrupts);
      } catch (error) {
        if (!this.#renews(error)) throw error;
      }
    }
  }

  /** @param {string} path */
  #address(path) {
    return new URL(`/api/chatbot/${path}`, this.base);
  }

  async #headers() {
    const token = await this.#token();
    /** @type {Record<string, string>} */
    const headers = token ? { "X-Narthex-Visitor": token } : {};
    return headers;
  }

  async #token() {
    try {
      return await this.visitor?.(this.#tokenRefused);
    } catch (error) {
      throw error instanceof ProblemError ? error : new ConnectionError(String(error));
    }
  }

  /**
   * A request went through where a socket would not open.
   * @param {Socket} socket
   */
  #countRefusal(socket) {
    if (this.#socket !== socket) return; // counted before
    this.#socket = null;
    if (++this.#refused >= maxRefused) this.#giveUpSockets();
  }

  #giveUpSockets() {
    this.#refused = maxRefused;
    this.#socket = null;
    try {
      sessionStorage.setItem(refusedKey, "1");
    } catch {
      // no storage: it is found out again after the next load
    }
  }

  /**
   * @param {number} milliseconds
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  #pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#interrupts.removeEventListener("wake", end);
        signal.removeEventListener("abort", end);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#interrupts.addEventListener("wake", end);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }
}

/**
 * Whether the server itself has said that it does not take a message. An earlier try may have arrived all the same.
 * @param {unknown} error
 */
function refused(error) {
  return error instanceof ProblemError && error.code !== "" && error.code !== "turn_in_progress";
}

/**
 * Has a turn that the server does not know (any more) sent as a message, if it may be, and one of which the server, an older one, does not know
 * such ids resumed by the number alone.
 * @param {unknown} error
 * @param {Place} place
 * @param {() => boolean} meant
 */
function unknown(error, place, meant) {
  if (!(error instanceof ProblemError) || !place.turnId) return false;
  if (error.code === "invalid_event_id" && place.eventId) place.eventId = "";
  else if (error.code === "turn_not_found" && meant()) Object.assign(place, { turnId: "", seq: 0 });
  else return false;
  return true;
}

/**
 * Why the server asks to wait, by the code of its refusal.
 * @type {Map<string, Wait["why"]>}
 */
const reasons = new Map([["rate_limited", "busy"], ["busy", "crowd"]]);

/**
 * How long to wait after an error. Throws it if waiting does not help.
 * @param {unknown} error
 * @param {Backoff} backoff
 * @returns {{ why: Wait["why"], milliseconds: number }}
 */
function waitAfter(error, backoff) {
  if (error instanceof ProblemError) {
    if (!error.passing || error.retryAfter > longestAsked) throw error;
    return { why: reasons.get(error.code) ?? "server", milliseconds: Math.max(backoff.next(), error.retryAfter * 1000) };
  }
  if (!(error instanceof ConnectionError || error instanceof RangeError)) throw error;
  if (navigator.onLine === false) return { why: "offline", milliseconds: offlinePause };
  const asked = error instanceof ConnectionError ? error.wait : undefined;
  return { why: "connection", milliseconds: asked ?? backoff.next() };
}

/**
 * @param {object} body
 * @param {Record<string, string>} headers
 * @returns {RequestInit}
 */
function post(body, headers) {
  return { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function remembered() {
  try {
    return sessionStorage.getItem(refusedKey) !== null;
  } catch {
    return false;
  }
}
