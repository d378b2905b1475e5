// One try to get an answer as server-sent events.

import { ConnectionError, ProblemError, turnNotFound } from "./errors.js";
import { fetchOrFail } from "./request.js";
import { readEvents } from "./sse.js";

/** @typedef {import("./wire.js").WireEvent} WireEvent */

/** The server answers within seconds, or not at all. */
const headersLimit = 15_000;

/** It sends a comment every 15 seconds at the least. Three missed: the connection is dead, though nobody said so. */
const silenceLimit = 45_000;

/**
 * Makes a request and yields the events that come. Throws ProblemError, ConnectionError, or the signal's reason.
 * @param {URL} address
 * @param {RequestInit} request
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<WireEvent>}
 */
export async function* streamEvents(address, request, signal) {
  const watchdog = new Watchdog(signal);
  try {
    watchdog.expect(headersLimit);
    const response = await fetchOrFail(address, { ...request, signal: watchdog.signal });
    if (response.status === 204) throw turnNotFound();
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream") || !response.body) {
      // Comes from something between us and the server, a captive portal for example.
      throw new ProblemError({ retryable: true, passing: true });
    }
    watchdog.expect(silenceLimit);
    const wait = yield* parsed(readEvents(response.body, () => watchdog.expect(silenceLimit)));
    throw new ConnectionError("no end", wait);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProblemError || error instanceof ConnectionError ? error : new ConnectionError(String(error));
  } finally {
    watchdog.stop();
  }
}

/**
 * @param {AsyncGenerator<import("./sse.js").StreamEvent, number | undefined>} events
 * @returns {AsyncGenerator<WireEvent, number | undefined>}
 */
async function* parsed(events) {
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done) return value;
      yield { event: value.event, id: value.id, data: JSON.parse(value.data) };
    }
  } finally {
    await events.return(undefined);
  }
}

/** Aborts its signal when the given one aborts, or when what is expected does not come. */
class Watchdog {
  #controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {AbortSignal} parent */
  constructor(parent) {
    this.parent = parent;
    parent.addEventListener("abort", this.#follow);
    if (parent.aborted) this.#follow();
  }

  get signal() {
    return this.#controller.signal;
  }

  /** @param {number} limit milliseconds, in place of the limit before */
  expect(limit) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Error("no sign of life")), limit);
  }

  stop() {
    clearTimeout(this.#timer);
    this.parent.removeEventListener("abort", this.#follow);
  }

  #follow = () => this.#controller.abort(this.parent.reason);
}
