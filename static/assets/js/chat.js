// The chat page: connects the box, the list of messages, this browser's copy of the conversation, and the stream.

import { Composer } from "./composer.js";
import { Conversation, randomId } from "./conversation.js";
import { ProblemError, stopTurn, streamTurn } from "./stream.js";
import { textsFrom } from "./texts.js";
import { Transcript } from "./transcript.js";

/** @typedef {import("./conversation.js").Turn} Turn */
/** @typedef {import("./stream.js").ChatEvent} ChatEvent */

/**
 * What the server tells the page.
 * @typedef {object} PageData
 * @property {string} endpoint
 * @property {string} churchId
 * @property {string} agent
 * @property {string} language
 * @property {boolean} demo
 * @property {Record<string, string>} texts
 */

/** What abort() is given when the visitor presses stop. */
const stopped = new Error("stopped by the visitor");

class Chat {
  /** @type {AbortController | null} */
  #running = null;

  /** The request that was made last. */
  #sent = { sessionId: "", churchId: "" };

  /**
   * @param {HTMLElement} root
   * @param {PageData} data
   */
  constructor(root, data) {
    this.data = data;
    this.text = textsFrom(data.texts);
    this.welcome = find(root, "[data-welcome]");
    this.announcer = find(root, "[data-announcer]");
    this.conversation = new Conversation(data.churchId);
    this.transcript = new Transcript(find(root, "[data-scroller]"), {
      text: this.text,
      language: data.language,
      demo: data.demo,
      onRetry: (id) => this.#retry(id),
    });
    this.composer = new Composer(/** @type {HTMLFormElement} */ (find(root, "[data-composer]")), {
      text: this.text,
      onSend: (message) => this.#ask(message),
      onStop: () => this.#running?.abort(stopped),
    });
    for (const prompt of root.querySelectorAll("[data-prompt]")) {
      prompt.addEventListener("click", () => this.#ask(prompt.textContent?.trim() ?? ""));
    }
    this.#bindForget(root);
    window.addEventListener("storage", (event) => this.#followOtherTab(event));
    this.#restore();
  }

  /** Shows what this browser remembers. */
  #restore() {
    this.welcome.hidden = this.conversation.turns.length > 0;
    for (const turn of this.conversation.turns) this.transcript.show(turn, false);
    if (this.welcome.hidden) this.transcript.scrollToEnd();
  }

  /**
   * Another tab of this browser shares the conversation.
   * @param {StorageEvent} event
   */
  #followOtherTab(event) {
    if (event.key !== this.conversation.key && event.key !== null) return;
    if (event.newValue === null) {
      this.#forget();
    } else if (!this.#running) {
      this.conversation.load();
      this.transcript.clear();
      this.#restore();
    }
  }

  /** @param {string} question */
  #ask(question) {
    if (this.#running || question === "") return;
    this.#keepFocus();
    this.welcome.hidden = true;
    this.transcript.scrollToEnd();
    const id = randomId();
    void this.#run({ id, messageId: id, at: Date.now(), question, answer: "", state: "pending" });
  }

  /** @param {string} id */
  #retry(id) {
    const turn = this.conversation.turns.find((other) => other.id === id);
    if (this.#running || !turn) return;
    this.#keepFocus();
    void this.#run(turn);
  }

  /** The button that was just pressed goes away. Those who press with the keyboard must not lose their place. */
  #keepFocus() {
    if (document.activeElement?.matches(":focus-visible")) this.composer.focus();
  }

  /**
   * Sends a turn and shows its answer as it comes.
   * @param {Turn} turn
   */
  async #run(turn) {
    const controller = new AbortController();
    this.#running = controller;
    this.composer.setBusy(true);
    const painter = new Painter(() => controller.signal.aborted || this.transcript.show(turn, true));
    try {
      const resumed = await this.#stream(turn, controller.signal, painter);
      if (resumed && !isWhole(turn)) {
        // An earlier try of this message ended half-way on the server, which will never say more under this id.
        turn.messageId = randomId();
        await this.#stream(turn, controller.signal, painter);
      }
    } catch (error) {
      this.#fail(turn, error);
    } finally {
      painter.stop();
      this.#running = null;
      this.#finish(turn, controller.signal.reason === forgotten);
    }
  }

  /**
   * Sends a turn once and shows what comes. Reports whether that was said before, in answer to an earlier try.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   * @param {Painter} painter
   */
  async #stream(turn, signal, painter) {
    turn.state = "pending";
    delete turn.failure;
    this.conversation.save(turn); // before it is sent: after a reload it can be sent again
    this.transcript.show(turn, true);
    let resumed = false;
    const request = this.#request(turn);
    this.#sent = request;
    for await (const event of streamTurn(request, { endpoint: this.data.endpoint, signal })) {
      if (event.type === "start") resumed = event.data.resumed;
      apply(turn, event);
      painter.paint();
    }
    return resumed;
  }

  /**
   * @param {Turn} turn
   * @param {boolean} discard whether the visitor has had the conversation forgotten meanwhile
   */
  #finish(turn, discard) {
    this.composer.setBusy(false);
    if (discard) return;
    this.conversation.save(turn);
    this.transcript.show(turn, false);
    this.#announce([this.transcript.spokenAnswer(turn.id), turn.failure?.message ?? ""]);
  }

  /** @param {Turn} turn */
  #request(turn) {
    return {
      message: turn.question,
      churchId: this.data.churchId,
      sessionId: this.conversation.sessionId,
      history: this.conversation.historyBefore(turn),
      agentType: this.data.agent,
      lensOverride: null,
      lensNameOverride: null,
      clientMessageId: turn.messageId,
    };
  }

  /**
   * @param {Turn} turn
   * @param {unknown} error
   */
  #fail(turn, error) {
    if (error === stopped || error === forgotten) {
      turn.state = "stopped";
      const { sessionId, churchId } = this.#sent; // the conversation may have another session by now
      if (turn.turnId) void stopTurn({ turnId: turn.turnId, sessionId, churchId }, this.data.endpoint);
      return;
    }
    turn.state = "failed";
    if (error instanceof ProblemError) {
      turn.failure = { message: this.#explain(error), retryable: error.retryable };
    } else {
      const key = navigator.onLine ? "failure.connection" : "failure.offline";
      turn.failure = { message: this.text(key), retryable: true };
    }
  }

  /** @param {ProblemError} problem */
  #explain(problem) {
    const key = `failure.${problem.code}`;
    if (key in this.data.texts) return this.text(key, { seconds: problem.retryAfter });
    // The server explains itself in English; for everybody else a general sentence is better.
    if (problem.detail && this.data.language === "en") return problem.detail;
    return this.text("failure.unknown");
  }

  /**
   * Reads an answer out once, when it is whole: reading it word by word as it comes would talk over itself.
   * @param {string[]} parts
   */
  #announce(parts) {
    this.announcer.textContent = parts.filter(Boolean).join("\n");
  }

  /** @param {HTMLElement} root */
  #bindForget(root) {
    const dialog = /** @type {HTMLDialogElement} */ (find(root, "[data-forget-dialog]"));
    find(root, "[data-forget]").addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "forget") this.#forget();
      dialog.returnValue = "";
    });
  }

  #forget() {
    this.#running?.abort(forgotten);
    this.conversation.forget();
    this.transcript.clear();
    this.welcome.hidden = false;
    this.#announce([this.text("forgotten")]);
  }
}

/** What abort() is given when the visitor has the conversation forgotten. */
const forgotten = new Error("forgotten by the visitor");

/**
 * Adds an event to a turn. A start begins the answer anew: after a retry the server sends all of it again.
 * @param {Turn} turn
 * @param {ChatEvent} event
 */
function apply(turn, event) {
  switch (event.type) {
    case "start":
      turn.turnId = event.data.turnId;
      begin(turn);
      break;
    case "reset": // what was said is void: the answer begins anew
      begin(turn);
      break;
    case "tier":
      turn.how = event.data;
      break;
    case "delta":
      turn.answer += event.data.text;
      break;
    case "tool":
      turn.tools = (turn.tools ?? []).filter((tool) => tool.name !== event.data.name).concat(event.data);
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
 * Whether a turn has the answer that it is going to have.
 * @param {Turn} turn
 */
function isWhole(turn) {
  return turn.state === "done" || turn.failure?.retryable === false;
}

/** Paints at most once per frame, however many events arrive. */
class Painter {
  #frame = 0;

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  paint() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }
}

/** @param {HTMLElement} root */
function bindAbout(root) {
  const about = /** @type {HTMLDetailsElement} */ (find(root, "[data-about]"));
  const close = () => about.removeAttribute("open");
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !about.contains(event.target)) close();
  });
  about.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    close();
    find(about, "summary").focus();
  });
  find(about, "[data-forget]").addEventListener("click", close);
}

/**
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(parent, selector) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
  return found;
}

const root = find(document, "[data-chat]");
const data = /** @type {PageData} */ (JSON.parse(find(document, "#chat-data").textContent ?? ""));
new Chat(root, data);
bindAbout(root);
root.dataset.ready = "";
