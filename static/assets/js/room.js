// A conversation on a page: connects the box, the list of messages and the dialogue.

import { Client } from "./client.js";
import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { Dialogue } from "./dialogue.js";
import { find } from "./elements.js";
import { textsFrom } from "./texts.js";
import { Transcript } from "./transcript.js";

/** @typedef {import("./turn.js").Turn} Turn */

/**
 * What the server tells the page.
 * @typedef {object} PageData
 * @property {string} churchId
 * @property {string} agent
 * @property {Record<string, string>} agents
 * @property {string[]} numbers
 * @property {string} lens
 * @property {string} language
 * @property {boolean} demo
 * @property {Record<string, string>} texts
 */

export class Chat {
  /** Turns that have changed and are to be painted. @type {Map<string, Turn>} */
  #changed = new Map();
  #frame = 0;
  #toldToWait = "";

  /**
   * @param {HTMLElement} root
   * @param {PageData} data
   * @param {{ visitor?: (anew?: boolean) => Promise<string> }} [options] visitor: as the client takes it
   */
  constructor(root, data, { visitor } = {}) {
    this.text = textsFrom(data.texts);
    this.welcome = find(root, "[data-welcome]");
    this.announcer = find(root, "[data-announcer]");
    this.notice = find(root, "[data-notice]");
    this.client = new Client({ churchId: data.churchId, visitor });
    this.dialogue = new Dialogue({
      client: this.client,
      conversation: new Conversation(data.churchId),
      agent: data.agent,
      lens: data.lens,
      onTurn: (turn, running) => this.#show(turn, running),
      onEnd: (turn) => this.#announceEnd(turn),
      onBusy: (busy) => this.composer.setBusy(busy === "answering"),
      onDropped: (id) => this.#dropped(id),
      onForgotten: () => this.#clear(),
    });
    this.transcript = new Transcript(find(root, "[data-scroller]"), {
      text: this.text,
      language: data.language,
      demo: data.demo,
      agent: data.agent,
      agents: data.agents,
      numbers: data.numbers,
      onRetry: (id) => this.#keepingFocus(() => this.dialogue.retry(id)),
      onNow: () => this.#keepingFocus(() => this.client.wake()),
      onDrop: (id) => this.#keepingFocus(() => this.dialogue.drop(id)),
      onRate: (id, value, comment) => this.dialogue.rate(id, value, comment),
    });
    this.composer = new Composer(/** @type {HTMLFormElement} */ (find(root, "[data-composer]")), {
      text: this.text,
      onSend: (message) => this.#ask(message),
      onStop: () => void this.dialogue.stop(),
    });
    for (const prompt of root.querySelectorAll("[data-prompt]")) {
      prompt.addEventListener("click", () => this.#keepingFocus(() => this.#ask(prompt.textContent?.trim() ?? "")));
    }
    this.#bindForget(root);
    this.#bindWindow();
    this.dialogue.start();
    if (this.welcome.hidden) this.transcript.scrollToEnd();
    this.#prefill();
  }

  #bindWindow() {
    const { key } = this.dialogue.conversation;
    window.addEventListener("storage", (event) => {
      if (event.key === key || event.key === null) this.dialogue.sync();
    });
    window.addEventListener("pagehide", () => {
      this.dialogue.flush();
      this.client.close();
    });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.dialogue.sync(); // the page comes back as it was left
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.dialogue.flush();
      else this.client.wake();
    });
    // Whoever begins to write is about to send.
    this.composer.box.addEventListener("input", () => this.client.connect(), { once: true });
  }

  /** A link may bring a question along. Nothing is sent before the visitor says so. */
  #prefill() {
    const question = new URLSearchParams(location.search).get("q");
    if (question) this.composer.fill(question);
  }

  /** @param {string} question */
  #ask(question) {
    if (question === "") return;
    this.notice.hidden = true;
    this.welcome.hidden = true;
    this.transcript.scrollToEnd();
    this.dialogue.ask(question);
    const address = new URL(location.href);
    if (!address.searchParams.has("q")) return;
    address.searchParams.delete("q"); // asked now: not once more after a reload
    history.replaceState(history.state, "", address);
  }

  /**
   * Shows a turn: at once when it is new or whole, and otherwise once in a frame, however many events arrive.
   * @param {Turn} turn
   * @param {boolean} running
   */
  #show(turn, running) {
    this.welcome.hidden = true;
    if (running && this.transcript.has(turn.id)) {
      this.#changed.set(turn.id, turn);
      this.#frame ||= requestAnimationFrame(() => this.#paint());
      return;
    }
    this.#changed.delete(turn.id);
    this.transcript.show(turn, running);
    this.#announceWait(turn);
  }

  #paint() {
    this.#frame = 0;
    for (const turn of this.#changed.values()) {
      this.transcript.show(turn, true);
      this.#announceWait(turn);
    }
    this.#changed.clear();
  }

  /**
   * The button that was just pressed goes away. Those who press with the keyboard must not lose their place.
   * @param {() => void} action
   */
  #keepingFocus(action) {
    const keyboard = document.activeElement?.matches(":focus-visible");
    action();
    if (keyboard) this.composer.focus();
  }

  /** @param {string} id */
  #dropped(id) {
    this.#changed.delete(id);
    this.transcript.remove(id);
    this.welcome.hidden = this.dialogue.conversation.turns.length > 0;
  }

  /**
   * Reads an answer out once, when it is whole: reading it word by word as it comes would talk over itself.
   * @param {Turn} turn
   */
  #announceEnd(turn) {
    this.#announce(this.transcript.spokenAnswer(turn.id));
  }

  /**
   * Says once that nothing comes for now.
   * @param {Turn} turn
   */
  #announceWait({ id, waiting }) {
    const told = waiting ? `${id} ${waiting.why}` : "";
    if (told === this.#toldToWait) return;
    this.#toldToWait = told;
    if (waiting) this.#announce(this.transcript.spokenNote(id));
  }

  /** @param {string} words */
  #announce(words) {
    this.announcer.textContent = words;
  }

  /** @param {HTMLElement} root */
  #bindForget(root) {
    const dialog = /** @type {HTMLDialogElement} */ (find(root, "[data-forget-dialog]"));
    find(root, "[data-forget]").addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "forget") void this.#forget();
      dialog.returnValue = "";
    });
  }

  async #forget() {
    const everywhere = await this.dialogue.forget();
    const words = this.text(everywhere ? "forgotten" : "forgotten.later");
    this.#announce(words);
    this.notice.textContent = words;
    this.notice.hidden = false;
  }

  #clear() {
    this.#changed.clear();
    this.transcript.clear();
    this.welcome.hidden = false;
  }
}

/** @param {HTMLElement} root */
export function bindAbout(root) {
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
