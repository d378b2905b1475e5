// The box in which the visitor writes.

import { isComposing } from "./inputmethod.js";

/** @typedef {import("./texts.js").Texts} Texts */

/** The server's limit, in characters as people count them (code points), without the blanks around the message. */
const limit = 2000;

/** From here on the visitor sees how many are left. */
const countFrom = 1800;

/** Calls back with what is written, and shows when it cannot be sent. */
export class Composer {
  #busy = false;
  #wantsLine = false; // the last key pressed was Shift and Enter

  /**
   * @param {HTMLFormElement} form
   * @param {{ text: Texts, onSend: (message: string) => void, onStop: () => void }} options
   */
  constructor(form, { text, onSend, onStop }) {
    this.text = text;
    this.onSend = onSend;
    this.box = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("message"));
    this.sendButton = /** @type {HTMLButtonElement} */ (form.querySelector("[data-send]"));
    this.stopButton = /** @type {HTMLButtonElement} */ (form.querySelector("[data-stop]"));
    this.count = /** @type {HTMLElement} */ (form.querySelector("[data-count]"));

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.box.addEventListener("keydown", (event) => this.#onKey(event));
    this.box.addEventListener("beforeinput", (event) => this.#onLineBreak(event));
    this.box.addEventListener("input", () => this.#refresh());
    this.stopButton.addEventListener("click", onStop);
    this.#refresh();
  }

  /**
   * While an answer is on its way there is a stop button in place of the send button.
   * @param {boolean} busy
   */
  setBusy(busy) {
    if (busy === this.#busy) return; // each event says it again, and must not take the focus from the stop button
    const keyboard = this.stopButton.matches(":focus-visible") || this.sendButton.matches(":focus-visible");
    this.#busy = busy;
    this.sendButton.hidden = busy;
    this.stopButton.hidden = !busy;
    // The focused button has gone. On a touch screen the box would bring up the keyboard, so focus is moved only for
    // those who work with one.
    if (keyboard) this.box.focus();
    this.#refresh();
  }

  focus() {
    this.box.focus();
  }

  /**
   * Writes something for the visitor to send, or to change.
   * @param {string} message
   */
  fill(message) {
    this.box.value = message;
    this.#refresh();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    this.#wantsLine = event.key === "Enter" && event.shiftKey;
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    this.#send();
  }

  /**
   * Keyboards on touch screens may not say which key was pressed, only what it would do.
   * @param {InputEvent} event
   */
  #onLineBreak(event) {
    if (event.inputType !== "insertLineBreak" || this.#wantsLine) return;
    event.preventDefault();
    this.#send();
  }

  #send() {
    const message = this.box.value.trim();
    if (this.#busy || message === "" || [...message].length > limit) return;
    this.box.value = "";
    this.#refresh();
    this.onSend(message);
  }

  #refresh() {
    const length = [...this.box.value.trim()].length;
    const over = length - limit;
    this.sendButton.disabled = length === 0 || over > 0;
    this.box.setAttribute("aria-invalid", String(over > 0));
    this.count.hidden = length < countFrom;
    this.count.classList.toggle("composer-count--over", over > 0);
    this.count.textContent = over > 0 ? this.text("count.over", { over, limit }) : this.text("count", { length, limit });
  }
}
