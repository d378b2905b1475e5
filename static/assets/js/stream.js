// The stream client: sends one message and yields the events of its answer.

import { readEvents } from "./sse.js";

/**
 * @typedef {object} HistoryItem
 * @property {"user" | "assistant"} role
 * @property {string} content
 */

/**
 * The body of POST /api/chatbot/stream.
 * @typedef {object} ChatRequest
 * @property {string} message
 * @property {string} churchId
 * @property {string} sessionId
 * @property {HistoryItem[]} history
 * @property {string} agentType
 * @property {null} lensOverride
 * @property {null} lensNameOverride
 * @property {string} clientMessageId the same on every try of one message: the server answers it once, and whoever sends
 *   it again gets that answer, whole or not, in a stream that is "resumed"
 */

/** @typedef {{ id: string, kind: string, title: string, similarity: number }} Source */
/** @typedef {{ name: string, status: "running" | "done" | "failed", summary?: string }} ToolStatus */

/**
 * @typedef {{ type: "start", data: { turnId: string, sessionId: string, agent: string, resumed: boolean } }
 *   | { type: "tier", data: { tier: number | null, reason: string, similarity?: number } }
 *   | { type: "delta", data: { text: string } }
 *   | { type: "tool", data: ToolStatus }
 *   | { type: "sources", data: { items: Source[] } }
 *   | { type: "reset", data: {} }
 *   | { type: "done", data: { finish: "stop" | "stopped" | "length", tier: number | null, ms: number } }
 *   | { type: "error", data: { code: string, message: string, retryable: boolean } }} ChatEvent
 */

const known = new Set(["start", "tier", "delta", "tool", "sources", "reset", "done", "error"]);

/** The server sends a comment every 15 seconds at the least. Three missed: the connection is dead, though nobody said so. */
const silenceLimit = 45_000;

/** Longer waits than this are the visitor's to decide on. */
const autoRetryWait = 2_000;
const autoRetries = 3;

/** The request was refused before anything was streamed. */
export class ProblemError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, detail?: string }} problem
   * @param {number} retryAfter seconds, 0 if the server named none
   */
  constructor(status, problem, retryAfter) {
    super(problem.detail || `status ${status}`);
    this.status = status;
    this.code = problem.code || "";
    this.detail = problem.detail || "";
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later. */
  get retryable() {
    return this.status === 409 || this.status === 429 || this.status >= 500;
  }

  /** Whether the server asked for a try so soon that the visitor need not hear of it: it restarts, or still answers. */
  get passing() {
    const wait = this.retryAfter * 1000;
    return (this.status === 409 || this.status === 503) && wait > 0 && wait <= autoRetryWait;
  }
}

/** The connection failed, before the answer or within it. */
export class ConnectionError extends Error {
  /**
   * @param {string} message
   * @param {boolean} started whether some of the answer had arrived
   */
  constructor(message, started) {
    super(message);
    this.started = started;
  }
}

/**
 * Sends a message and yields its answer's events, the last of which is a done or an error. Throws ProblemError,
 * ConnectionError, or the signal's reason once it is aborted.
 * @param {ChatRequest} request
 * @param {{ endpoint: string, signal: AbortSignal }} options
 * @returns {AsyncGenerator<ChatEvent>}
 */
export async function* streamTurn(request, { endpoint, signal }) {
  const watchdog = new Watchdog(silenceLimit, signal);
  try {
    const response = await post(request, endpoint, watchdog);
    yield* answerEvents(response, watchdog);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    watchdog.stop();
  }
}

/**
 * Has the server stop an answer: to leave its stream alone does not.
 * @param {{ turnId: string, sessionId: string, churchId: string }} turn
 * @param {string} endpoint of streamTurn
 */
export async function stopTurn({ turnId, sessionId, churchId }, endpoint) {
  const address = new URL(`turns/${turnId}/stop`, new URL(endpoint, location.href));
  try {
    await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ sessionId, churchId }),
      credentials: "omit",
      keepalive: true, // also when the visitor closes the page now
    });
  } catch {
    // Then it goes on to its end, unseen.
  }
}

/**
 * Posts the request until there is a stream, trying again where the server asked for that.
 * @param {ChatRequest} request
 * @param {string} endpoint
 * @param {Watchdog} watchdog
 */
async function post(request, endpoint, watchdog) {
  for (let attempt = 0; ; attempt++) {
    watchdog.reset();
    /** @type {Response} */
    let response;
    try {
      response = await fetch(endpoint, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/problem+json" },
        body: JSON.stringify(request),
        credentials: "omit",
        cache: "no-store",
        signal: watchdog.signal,
      });
    } catch (error) {
      throw new ConnectionError(String(error), false);
    }
    const type = response.headers.get("Content-Type") || "";
    if (response.ok && type.startsWith("text/event-stream") && response.body) return response;
    const problem = await readProblem(response);
    if (!problem.passing || attempt >= autoRetries) throw problem;
    await pause(problem.retryAfter * 1000, watchdog.signal);
  }
}

/**
 * @param {Response} response
 * @param {Watchdog} watchdog
 * @returns {AsyncGenerator<ChatEvent>}
 */
async function* answerEvents(response, watchdog) {
  const body = /** @type {ReadableStream<Uint8Array>} */ (response.body);
  let started = false;
  try {
    for await (const { event, data } of readEvents(body, () => watchdog.reset())) {
      if (!known.has(event)) continue; // of a newer server
      const parsed = /** @type {ChatEvent} */ ({ type: event, data: JSON.parse(data) });
      started = started || parsed.type === "delta";
      yield parsed;
      if (parsed.type === "done" || parsed.type === "error") return;
    }
  } catch (error) {
    throw new ConnectionError(String(error), started);
  }
  throw new ConnectionError("the stream ended before its answer did", started);
}

/**
 * @param {Response} response
 * @returns {Promise<ProblemError>}
 */
async function readProblem(response) {
  const type = response.headers.get("Content-Type") || "";
  let problem = {};
  if (/^application\/(problem\+)?json/.test(type)) {
    problem = await response.json().catch(() => ({})); // a proxy's half-sent page says no less than its status
  } else {
    await response.body?.cancel();
  }
  // A 200 that is no stream comes from something between us and the server, a captive portal for example.
  const status = response.ok ? 502 : response.status;
  return new ProblemError(status, problem, Number(response.headers.get("Retry-After")) || 0);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}

/** Aborts its signal when the given one aborts, or when it has not been reset for a while. */
class Watchdog {
  #controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {number} limit milliseconds
   * @param {AbortSignal} parent
   */
  constructor(limit, parent) {
    this.limit = limit;
    this.parent = parent;
    parent.addEventListener("abort", this.#follow);
    if (parent.aborted) this.#follow();
    this.reset();
  }

  get signal() {
    return this.#controller.signal;
  }

  reset() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Error("no sign of life")), this.limit);
  }

  stop() {
    clearTimeout(this.#timer);
    this.parent.removeEventListener("abort", this.#follow);
  }

  #follow = () => this.#controller.abort(this.parent.reason);
}
