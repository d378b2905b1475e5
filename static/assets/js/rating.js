// What a visitor can do with a whole answer: copy it, and say what they think of it.

import { button, element, iconButton } from "./elements.js";
import { isComposing } from "./inputmethod.js";

/** @typedef {"up" | "down" | ""} Value */

const copyPath = "M9 9h10v11H9zM5 15V4h10";
const upPath = "M7 11v9H4v-9zM7 11l4-8c2 0 3 1 2.5 4l-.5 2h5c1.5 0 2 1 1.7 2l-2 7c-.3 1-1 2-2.2 2H7";
const downPath = "M7 13V4H4v9zM7 13l4 8c2 0 3-1 2.5-4l-.5-2h5c1.5 0 2-1 1.7-2l-2-7c-.3-1-1-2-2.2-2H7";

/** The server's limit. */
const maxComment = 1000;

/**
 * @typedef {object} RatingOptions
 * @property {import("./texts.js").Texts} text
 * @property {Value} value
 * @property {() => string} answer as it is read
 * @property {((value: Value, comment: string) => Promise<void>) | null} onRate null: it is not to be rated
 */

export class Rating {
  /** @param {RatingOptions} options */
  constructor({ text, value, answer, onRate }) {
    this.text = text;
    this.value = this.saved = value;
    this.onRate = onRate;
    this.says = element("span", "rating-says");
    this.says.setAttribute("role", "status");
    this.bar = element("div", "rating-bar");
    this.element = element("div", "rating");
    this.element.append(this.bar);
    if (navigator.clipboard) this.bar.append(iconButton(copyPath, text("copy"), () => this.#copy(answer())));
    this.up = iconButton(upPath, text("rate.up"), () => this.#choose("up"));
    this.down = iconButton(downPath, text("rate.down"), () => this.#choose("down"));
    if (onRate) this.bar.append(this.up, this.down);
    this.bar.append(this.says);
    this.#show();
  }

  #show() {
    this.up.setAttribute("aria-pressed", String(this.value === "up"));
    this.down.setAttribute("aria-pressed", String(this.value === "down"));
  }

  /** @param {string} answer */
  async #copy(answer) {
    try {
      await navigator.clipboard.writeText(answer);
      this.#say("copied");
    } catch {
      this.#say(""); // the browser does not let us: the text can still be selected
    }
  }

  /** @param {"copied" | "rate.thanks" | "rate.failed" | ""} key */
  #say(key) {
    this.says.textContent = key && this.text(key);
  }

  /** Choosing the same once more takes it back. @param {Value} value */
  #choose(value) {
    const chosen = this.value === value ? "" : value;
    this.#say("");
    this.form?.remove();
    void this.#send(chosen, "");
    if (chosen) this.#askWhy(chosen);
  }

  /**
   * @param {Value} value
   * @param {string} comment
   * @param {() => void} [then] what is done once it is sent
   */
  async #send(value, comment, then) {
    this.value = value;
    this.#show();
    try {
      await this.onRate?.(value, comment);
      this.saved = value;
      then?.();
      this.#say(this.value && !this.form?.isConnected ? "rate.thanks" : "");
    } catch {
      if (this.value === value) this.value = this.saved; // else something else has been chosen meanwhile
      this.#show();
      this.#say("rate.failed");
    }
  }

  /** @param {Value} value */
  #askWhy(value) {
    const { text } = this;
    const form = /** @type {HTMLFormElement} */ (element("form", "rating-form"));
    const label = element("label", "", text("rate.comment"));
    const box = /** @type {HTMLTextAreaElement} */ (element("textarea", ""));
    const send = /** @type {HTMLButtonElement} */ (element("button", "button button--small", text("rate.send")));
    const close = () => {
      const focused = form.contains(document.activeElement); // whoever goes on elsewhere meanwhile stays there
      form.remove();
      if (focused) (value === "up" ? this.up : this.down).focus();
    };
    const skip = button("button button--small button--quiet", text("rate.skip"), close);
    const buttons = element("div", "rating-buttons");
    box.rows = 2;
    box.maxLength = maxComment;
    box.dir = "auto";
    label.append(box);
    buttons.append(send, skip);
    form.append(label, element("p", "quiet", text("rate.note")), buttons);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send(value, box.value.trim(), close); // what cannot be sent stays
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !isComposing(event)) close();
    });
    this.form = form;
    this.element.append(form);
    form.scrollIntoView({ block: "nearest" });
  }
}
