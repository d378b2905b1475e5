// The event-stream format, read as it arrives: bytes may be cut anywhere, in the middle of a character, a line ending
// or an event.

/**
 * One event of a stream.
 * @typedef {object} StreamEvent
 * @property {string} event its name, "message" if it has none
 * @property {string} id the last id seen in the stream
 * @property {string} data
 */

/** A line longer than this (in UTF-16 units) is no answer of ours; reading on would only fill the memory. */
const maxLine = 1 << 20;

/** Collects lines into events. */
export class EventParser {
  #line = "";
  #endedWithCR = false;
  #first = true;
  #name = "";
  #id = "";
  /** @type {string[]} */
  #data = [];

  /** The wait before coming back that the server has asked for, in milliseconds. @type {number | undefined} */
  retry;

  /**
   * Takes the next piece of text and yields the events that it completes.
   * @param {string} text
   * @returns {Generator<StreamEvent>}
   */
  *push(text) {
    if (this.#first && text !== "") {
      this.#first = false;
      if (text.startsWith("\uFEFF")) text = text.slice(1);
    }
    let start = 0;
    if (this.#endedWithCR && text !== "") {
      if (text[0] === "\n") start = 1; // the second half of a CRLF that was cut in two
      this.#endedWithCR = false;
    }
    for (;;) {
      const end = lineEnd(text, start);
      if (end < 0) break;
      const event = this.#take(this.#line + text.slice(start, end));
      this.#line = "";
      if (event) yield event;
      start = end + 1;
      if (text[end] === "\r") {
        if (start === text.length) this.#endedWithCR = true;
        else if (text[start] === "\n") start++;
      }
    }
    this.#line += text.slice(start);
    if (this.#line.length > maxLine) throw new RangeError("event stream: line too long");
  }

  /**
   * Takes one whole line; an empty one completes the event.
   * @param {string} line
   * @returns {StreamEvent | undefined}
   */
  #take(line) {
    if (line === "") return this.#complete();
    const colon = line.indexOf(":");
    if (colon === 0) return undefined; // a comment: keeps the connection alive
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d{1,6}$/.test(value)) this.retry = Number(value);
    return undefined;
  }

  /** @returns {StreamEvent | undefined} */
  #complete() {
    const event = { event: this.#name || "message", id: this.#id, data: this.#data.join("\n") };
    const hasData = this.#data.length > 0;
    this.#name = "";
    this.#data = [];
    return hasData ? event : undefined;
  }
}

/**
 * @param {string} text
 * @param {number} from
 */
function lineEnd(text, from) {
  const lf = text.indexOf("\n", from);
  const cr = text.indexOf("\r", from);
  if (lf < 0 || cr < 0) return Math.max(lf, cr);
  return Math.min(lf, cr);
}

/**
 * Reads a response body as events. An event that the end of the body cuts is dropped, as the format demands. The body
 * is cancelled when the caller stops reading.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [onBytes] is told of every arrival, keep-alive comments included
 * @returns {AsyncGenerator<StreamEvent, number | undefined>} its end brings the wait before coming back, if one was asked for
 */
export async function* readEvents(body, onBytes = () => {}) {
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parser.retry;
      onBytes();
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => {}); // already failed or ended: nothing left to cancel
  }
}
