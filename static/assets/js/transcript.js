// The list of messages.

import { element } from "./elements.js";
import { TurnView } from "./turnview.js";

/** @typedef {import("./turn.js").Turn} Turn */

/** How far (in pixels) the list may be from where it was scrolled to and still count as being there. */
const near = 80;

/** How much room (in pixels) stays above a question that the list has been scrolled to. */
const air = 8;

/** Shows turns, and follows the newest one while the visitor has not scrolled away. */
export class Transcript {
  /** @type {Map<string, TurnView>} */
  #views = new Map();
  #lastDay = "";
  #scrolledTo = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {import("./turnview.js").TurnOptions} options
   */
  constructor(scroller, options) {
    this.scroller = scroller;
    this.options = options;
    this.list = /** @type {HTMLOListElement} */ (scroller.querySelector("[data-messages]"));
    this.jump = /** @type {HTMLButtonElement} */ (scroller.parentElement?.querySelector("[data-jump]"));
    this.jump.addEventListener("click", () => this.scrollToEnd());
    scroller.addEventListener("scroll", () => this.#showJump(), { passive: true });
    new ResizeObserver(() => this.#showJump()).observe(this.list);
    this.list.addEventListener("toggle", revealOpened, { capture: true }); // toggle does not bubble
  }

  /**
   * Shows a turn as it is now.
   * @param {Turn} turn
   * @param {boolean} running whether its answer is on its way
   * @returns {boolean} whether whom to call has just come into it
   */
  show(turn, running) {
    const follow = this.scroller.scrollTop > this.#scrolledTo - near;
    let view = this.#views.get(turn.id);
    if (!view) {
      this.#separateDays(turn);
      view = new TurnView(this.options);
      this.#views.set(turn.id, view);
      this.list.append(view.question, view.answer);
    }
    const before = view.crisis;
    view.show(turn, running);
    const found = view.crisis && !before;
    if (follow || found) this.#follow(view.anchor);
    return found;
  }

  /**
   * The answer of a turn as it is read out, and what went wrong with it.
   * @param {string} id
   */
  spokenAnswer(id) {
    const view = this.#views.get(id);
    return view ? [view.spoken(), view.asks(), view.note()].filter(Boolean).join("\n") : "";
  }

  /**
   * The language of an answer, empty if it is the page's.
   * @param {string} id
   */
  languageOf(id) {
    return this.#views.get(id)?.prose.lang ?? "";
  }

  /**
   * What is said below an answer, about a wait for example.
   * @param {string} id
   */
  spokenNote(id) {
    return this.#views.get(id)?.note() ?? "";
  }

  /** @param {string} id */
  has(id) {
    return this.#views.has(id);
  }

  /** @param {string} id */
  remove(id) {
    const view = this.#views.get(id);
    view?.question.remove();
    view?.answer.remove();
    this.#views.delete(id);
  }

  clear() {
    this.#views.clear();
    this.#lastDay = "";
    this.list.replaceChildren();
  }

  /** Brings the end into sight, or if that is an answer to somebody in danger, whom to call. */
  scrollToNewest() {
    this.scrollToEnd();
    const last = [...this.#views.values()].at(-1);
    if (last?.crisis) last.answer.scrollIntoView({ block: "start" });
  }

  scrollToEnd() {
    this.#scrollTo(this.scroller.scrollHeight);
  }

  /**
   * Scrolls as an answer grows, but never its question out of sight, or whom to call: a long answer is read from its beginning.
   * @param {HTMLElement} anchor
   */
  #follow(anchor) {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const top = scrollTop + anchor.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - air;
    this.#scrollTo(Math.max(scrollTop, Math.min(scrollHeight - clientHeight, top)));
  }

  /** @param {number} top */
  #scrollTo(top) {
    this.scroller.scrollTop = top;
    this.#scrolledTo = this.scroller.scrollTop;
  }

  #showJump() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.jump.hidden = scrollHeight - scrollTop - clientHeight < near;
  }

  /**
   * An old answer about "this Sunday" must be recognisable as old.
   * @param {Turn} turn
   */
  #separateDays(turn) {
    const day = new Date(turn.at).toDateString();
    const today = new Date().toDateString();
    if (day !== this.#lastDay && (day !== today || this.#lastDay !== "")) {
      const format = new Intl.DateTimeFormat(this.options.language, { weekday: "long", day: "numeric", month: "long" });
      this.list.append(element("li", "day", day === today ? this.options.text("today") : format.format(turn.at)));
    }
    this.#lastDay = day;
  }
}

/**
 * Brings into sight what the visitor has just opened.
 * @param {Event} event
 */
function revealOpened(event) {
  if (event.target instanceof HTMLDetailsElement && event.target.open) event.target.scrollIntoView({ block: "nearest" });
}
