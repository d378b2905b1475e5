// A WebSocket to the server: carries many turns, one after another.

import { ConnectionError, ProblemError, turnNotFound } from "./errors.js";

/** @typedef {import("./wire.js").WireEvent} WireEvent */

const protocol = "narthex.v1";

/** A socket that takes longer to open is as good as none: the answer comes another way. */
const openLimit = 4_000;

/** After so long a silence in the middle of an answer the server is asked for a sign of life, */
const silence = 20_000;

/** which must come within so long a time. */
const signLimit = 10_000;

/** Close codes after which another socket would end the same way. */
const hopeless = new Set([1002, 1003, 1007, 1008, 1009]);

/**
 * How long to stay away after a close code, in milliseconds, where it says.
 * @param {number} code
 */
function stayAway(code) {
  if (code === 1001) return Math.random() * 2_000;
  if (code === 4429) return 60_000;
  return code === 4408 || code === 4409 ? 0 : undefined;
}

/** What came for one turn and was not read yet. An error is the last. */
class Channel {
  /** @type {(WireEvent | Error)[]} */
  #items = [];
  #wake = () => {};

  /** @param {{ turnId: string, clientMessageId: string }} of */
  constructor({ turnId, clientMessageId }) {
    this.turnId = turnId;
    this.clientMessageId = clientMessageId;
  }

  /** @param {WireEvent | Error} item */
  push(item) {
    this.#items.push(item);
    this.#wake();
  }

  /** @returns {Promise<WireEvent>} */
  async next() {
    while (this.#items.length === 0) await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    const item = /** @type {WireEvent | Error} */ (this.#items.shift());
    if (item instanceof Error) throw item;
    return item;
  }
}

export class Socket {
  /** @type {Channel[]} */
  #channels = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #ended = false;
  #wasOpen = false;

  /** Whether there is no use in trying another. */
  hopeless = false;

  /** @param {string} address */
  constructor(address) {
    this.web = new WebSocket(address, protocol);
    /** Becomes true when it is open, false when it will not be. @type {Promise<boolean>} */
    this.opened = new Promise((resolve) => {
      this.web.onopen = () => {
        clearTimeout(this.#timer);
        this.#wasOpen = true;
        resolve(true);
      };
      this.web.onclose = ({ code }) => {
        this.hopeless = hopeless.has(code);
        this.#end(new ConnectionError("closed", stayAway(code)));
        resolve(false);
      };
      this.#timer = setTimeout(() => {
        this.#end(new ConnectionError("closed"));
        resolve(false);
      }, openLimit);
    });
    this.web.onmessage = ({ data }) => this.#hear(data);
  }

  /** Whether it was open and is no more. */
  get lost() {
    return this.#ended && this.#wasOpen;
  }

  /**
   * Sends a message or resume frame and yields the events of its turn. Throws ProblemError or ConnectionError, or the
   * signal's reason.
   * @param {{ type: string, turnId?: string, clientMessageId?: string }} frame
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<WireEvent>}
   */
  async *exchange(frame, signal) {
    const channel = new Channel({ turnId: frame.turnId ?? "", clientMessageId: frame.clientMessageId ?? "" });
    const leave = () => channel.push(signal.reason);
    signal.addEventListener("abort", leave);
    this.#channels.push(channel);
    let sent = false;
    try {
      signal.throwIfAborted();
      this.#send(frame);
      sent = true;
      this.probe(); // a connection that has died meanwhile takes what is sent without a word
      for (;;) yield await channel.next();
    } finally {
      signal.removeEventListener("abort", leave);
      this.#channels = this.#channels.filter((other) => other !== channel);
      // The start of its turn, still to come, would be taken for that of the next message.
      if (sent && signal.aborted && !channel.turnId) this.close();
    }
  }

  /** Asks for a sign of life. Without one the connection is given up. */
  probe() {
    if (this.web.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "ping" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(new ConnectionError("closed")), signLimit);
  }

  close() {
    this.#end(new ConnectionError("closed"));
  }

  /** @param {object} frame */
  #send(frame) {
    if (this.#ended) throw new ConnectionError("closed");
    this.web.send(JSON.stringify(frame));
  }

  /** @param {ConnectionError} error */
  #end(error) {
    clearTimeout(this.#timer);
    this.#ended = true;
    for (const channel of this.#channels) channel.push(error);
    this.#channels = [];
    this.web.close(); // its farewell may take minutes on a dead connection: nobody waits for that
  }

  /** @param {string} text */
  #hear(text) {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    if (this.#channels.length > 0) this.#timer = setTimeout(() => this.probe(), silence);
    const { event, id, taken, data } = JSON.parse(text);
    if (event === "problem") this.#of(data)?.push(problemOf(data));
    else if (event === "ack") this.#of(data)?.push(turnNotFound()); // of a resume: there is no more to say
    else if (id) this.#channelOf(event, id)?.push({ event, id: taken ? id.replace(":", `.${taken}:`) : id, data });
  }

  /**
   * Messages are accepted in the order in which they were sent, so a turn that nobody has claimed belongs to the first.
   * @param {string} event
   * @param {string} id
   */
  #channelOf(event, id) {
    const [turnId] = id.split(/[.:]/);
    const channel = this.#channels.find((other) => other.turnId === turnId);
    if (channel || event !== "start") return channel;
    const first = this.#channels.find((other) => !other.turnId);
    if (first) first.turnId = turnId;
    return first;
  }

  /** @param {{ turnId?: string, clientMessageId?: string }} about */
  #of({ turnId, clientMessageId }) {
    return this.#channels.find((c) => (clientMessageId ? c.clientMessageId === clientMessageId : c.turnId === turnId));
  }
}

/** @param {{ code: string, message: string, retryable: boolean, retryAfter?: number }} data */
function problemOf({ code, message, retryable, retryAfter }) {
  return new ProblemError({ code, detail: message, retryable, passing: retryable, retryAfter });
}
