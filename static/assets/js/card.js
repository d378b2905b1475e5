// What a visitor is asked before anything is passed on in their name: what it would be, and two buttons.

import { ProblemError } from "./errors.js";
import { button, element } from "./elements.js";

/** @typedef {import("./wire.js").ToolStatus} ToolStatus */

/**
 * @typedef {object} CardOptions
 * @property {import("./texts.js").Texts} text
 * @property {(callId: string, accept: boolean) => Promise<void>} onAnswer has the server told; what came of it is shown as the tool's
 *   next status
 */

let made = 0;

export class Card {
  #shown = "";

  /**
   * @param {ToolStatus} tool
   * @param {CardOptions} options
   */
  constructor(tool, options) {
    this.options = options;
    this.callId = tool.callId ?? "";
    this.element = element("section", "card-ask");
    this.element.setAttribute("role", "group");
    const title = element("p", "card-ask-title", tool.summary ?? "");
    title.id = `card-ask-${++made}`;
    title.dir = "auto";
    this.element.setAttribute("aria-labelledby", title.id);
    this.says = element("p", "card-ask-says");
    this.says.setAttribute("role", "status");
    this.says.tabIndex = -1;
    this.buttons = element("div", "card-ask-buttons");
    this.yes = button("button button--small", options.text("card.yes"), () => void this.#answer(true));
    this.no = button("button button--small button--quiet", options.text("card.no"), () => void this.#answer(false));
    for (const choice of [this.yes, this.no]) choice.setAttribute("aria-describedby", title.id);
    this.buttons.append(this.yes, this.no);
    this.element.append(title, fieldsOf(tool), this.buttons, this.says);
  }

  /**
   * Shows where the question stands.
   * @param {ToolStatus} tool
   */
  show(tool) {
    const state = `${tool.status} ${tool.summary}`;
    if (state === this.#shown) return;
    this.#shown = state;
    const open = tool.status === "confirm";
    const focused = this.element.contains(document.activeElement);
    this.buttons.hidden = !open;
    this.element.classList.toggle("card-ask--answered", !open);
    if (open) return;
    this.says.className = `card-ask-says card-ask-says--${tool.status}`;
    this.says.textContent = tool.summary || this.options.text(`tool.${tool.status}`);
    if (focused) this.says.focus(); // the button that was pressed is gone
  }

  /** Whether it is to be answered. */
  get open() {
    return !this.buttons.hidden;
  }

  /** The card as it is read out, as long as it is to be answered. */
  spoken() {
    if (!this.open) return "";
    const lines = [...this.element.querySelectorAll(".card-ask-fields > div")].map((line) => [...line.children].map((part) => part.textContent).join(": "));
    return [this.element.querySelector(".card-ask-title")?.textContent, ...lines].join(". ");
  }

  /** @param {boolean} accept */
  async #answer(accept) {
    if (this.element.ariaBusy === "true") return; // pressed twice
    this.element.ariaBusy = "true";
    this.says.textContent = "";
    try {
      await this.options.onAnswer(this.callId, accept);
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : "";
      const over = this.options.text.has(`card.${code}`);
      this.says.textContent = this.options.text(over ? `card.${code}` : "card.failed");
      if (!over) return; // it may be pressed again
      this.buttons.hidden = true;
      this.element.classList.add("card-ask--answered");
      this.says.focus();
    } finally {
      this.element.ariaBusy = "false";
    }
  }
}

/** @param {ToolStatus} tool */
function fieldsOf(tool) {
  const list = element("dl", "card-ask-fields");
  for (const { label, value } of tool.fields ?? []) {
    const line = element("div", "");
    const words = element("dd", "", value);
    words.dir = "auto";
    line.append(element("dt", "", label), words);
    list.append(line);
  }
  return list;
}
