// A conversation on a page: connects the box, the list of messages and the dialogue.

import { Client } from "./client.js";
import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { Dialogue } from "./dialogue.js";
import { find } from "./elements.js";
import { leave, onEscapeTwice } from "./leave.js";
import { textsFrom } from "./texts.js";
import { Transcript } from "./transcript.js";

/** @typedef {import("./turn.js").Turn} Turn */

/**
 * What the server tells the page.
 * @typedef {object} PageData
 * @property {string} churchId
 * @property {string} agent
 * @property {Record<string, string>} agents
 * @property {import("./calls.js").Line[]} lines
 * @property {Record<string, Record<string, string>>} calls
 * @property {string} phone
 * @property {string} dialled
 * @property {string} name
 * @property {string} lens
 * @property {string} language
 * @property {boolean} demo
 * @property {string} [preview] by which a church that visitors do not see yet answers
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
   * @param {{ visitor?: (anew?: boolean) => Promise<string>, onLeave?: () => void }} [options] visitor: as the client takes
   *   it; onLeave: how to get away from here
   */
  constructor(root, data, { visitor, onLeave = leave } = {}) {
    this.root = root;
    this.onLeave = onLeave;
    this.text = textsFrom(data.texts);
    this.dialog = /** @type {HTMLDialogElement} */ (find(root, "[data-forget-dialog]"));
    this.reading = find(root, "[data-reading]");
    this.welcome = find(root, "[data-welcome]");
    this.announcer = find(root, "[data-announcer]");
    this.notice = find(root, "[data-notice]");
    this.client = new Client({ churchId: data.churchId, visitor });
    this.dialogue = new Dialogue({
      client: this.client,
      conversation: new Conversation(data.churchId),
      agent: data.agent,
      lens: data.lens,
      preview: data.preview,
      onTurn: (turn, running) => this.#show(turn, running),
      onEnd: (turn) => this.#announceEnd(turn),
      onBusy: (busy) => this.composer.setBusy(busy === "answering"),
      onDropped: (id) => this.#dropped(id),
      onForgotten: () => this.#clear(),
      onDeleted: () => this.#notify(this.text("failure.conversation_forgotten")),
    });
    this.transcript = new Transcript(find(root, "[data-scroller]"), {
      text: this.text,
      language: data.language,
      demo: data.demo,
      agent: data.agent,
      agents: data.agents,
      lines: data.lines,
      calls: data.calls,
      phone: data.phone,
      dialled: data.dialled,
      name: data.name,
      onRetry: (id) => this.#keepingFocus(() => this.dialogue.retry(id)),
      onNow: () => this.#keepingFocus(() => this.client.wake()),
      onDrop: (id) => this.#keepingFocus(() => this.dialogue.drop(id)),
      onForget: () => this.dialog.showModal(),
      onLeave: () => this.leave(),
      onKeep: () => this.#keep(),
      onConfirm: (id, callId, accept) => this.dialogue.confirm(id, callId, accept),
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
    this.#bindPrivacy();
    this.#bindWindow();
    this.dialogue.start();
    if (this.welcome.hidden) this.transcript.scrollToNewest();
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
      else this.#comeBack();
    });
    window.addEventListener("online", () => this.dialogue.makeUp());
    // Whoever begins to write is about to send.
    this.composer.box.addEventListener("input", () => this.client.connect(), { once: true });
  }

  /** The visitor looks at the page again. */
  #comeBack() {
    this.client.wake();
    this.dialogue.makeUp();
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
    this.#showWelcome(false);
    this.transcript.scrollToEnd();
    this.#announce(this.text("sent")); // until there is more to say
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
    this.#showWelcome(false);
    if (running && this.transcript.has(turn.id)) {
      this.#changed.set(turn.id, turn);
      this.#frame ||= requestAnimationFrame(() => this.#paint());
      return;
    }
    this.#changed.delete(turn.id);
    if (this.transcript.show(turn, running)) this.#makeRoom();
    this.#showDiscretion(); // which a turn has once it is stored, often after whom to call was painted
    this.#announceWait(turn);
  }

  #paint() {
    this.#frame = 0;
    for (const turn of this.#changed.values()) {
      if (this.transcript.show(turn, true)) this.#makeRoom();
      this.#announceWait(turn);
    }
    this.#changed.clear();
  }

  /** On a touch screen the keyboard goes, so that there is room to see whom to call. */
  #makeRoom() {
    if (touch()) this.composer.box.blur();
    this.root.scrollIntoView({ block: "end" }); // where the header scrolls away, it does
  }

  /** @param {boolean} shown */
  #showWelcome(shown) {
    this.welcome.hidden = !shown;
    this.reading.hidden = !shown;
  }

  #showDiscretion() {
    this.root.dataset.discretion = this.dialogue.conversation.discretion;
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
    this.#showWelcome(this.dialogue.conversation.turns.length === 0);
  }

  /**
   * Reads an answer out once, when it is whole: reading it word by word as it comes would talk over itself.
   * @param {Turn} turn
   */
  #announceEnd(turn) {
    this.#announce(this.transcript.spokenAnswer(turn.id), this.transcript.languageOf(turn.id));
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

  /**
   * @param {string} words
   * @param {string} [language] if it is not the page's
   */
  #announce(words, language = "") {
    if (language) this.announcer.lang = language;
    else this.announcer.removeAttribute("lang");
    this.announcer.textContent = words;
  }

  #bindPrivacy() {
    const { dialog } = this;
    /** @param {string} what @param {() => void} act */
    const on = (what, act) => {
      for (const control of this.root.querySelectorAll(`[data-${what}]`)) control.addEventListener("click", act);
    };
    on("forget", () => dialog.showModal());
    on("begin", () => this.#begin());
    on("leave", () => this.leave());
    onEscapeTwice(() => this.leave());
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "forget") void this.#forget();
      dialog.returnValue = "";
    });
  }

  /** Goes away from here at once, and leaves nothing of the conversation in this browser. */
  leave() {
    this.root.hidden = true;
    this.dialogue.leave();
    this.onLeave();
  }

  #begin() {
    const before = this.dialogue.conversation.turns.length > 0;
    this.dialogue.begin();
    if (before) this.#notify(this.text("began"));
    this.#focusBox();
  }

  async #forget() {
    const forgetting = this.dialogue.forget();
    this.#focusBox(); // the button may have gone with what it stood beside
    this.#notify(this.text((await forgetting) ? "forgotten" : "forgotten.later"));
  }

  #keep() {
    const kept = this.dialogue.conversation.keep();
    this.#showDiscretion();
    if (kept) this.#announce(this.text("kept"));
    else {
      this.#notify(this.text("kept.another"));
      this.notice.scrollIntoView({ block: "nearest" });
    }
    this.#focusBox();
  }

  /** @param {string} words */
  #notify(words) {
    this.#announce(words);
    this.notice.textContent = words;
    this.notice.hidden = false;
  }

  /** On a touch screen that would bring up the keyboard over what there is to read. */
  #focusBox() {
    if (!touch()) this.composer.focus();
  }

  #clear() {
    this.#changed.clear();
    this.transcript.clear();
    this.#showWelcome(true);
    this.#showDiscretion();
  }
}

export function touch() {
  return matchMedia("(pointer: coarse)").matches;
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
  for (const choice of about.querySelectorAll("button")) choice.addEventListener("click", close);
}
