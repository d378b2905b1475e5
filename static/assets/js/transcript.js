// The list of messages.

import { markdownIn } from "./markdown.js";

/** @typedef {import("./conversation.js").Turn} Turn */
/** @typedef {import("./texts.js").Texts} Texts */

/** How far (in pixels) the list may be from where it was scrolled to and still count as being there. */
const near = 80;

/** Shows turns, and follows the newest one while the visitor has not scrolled away. */
export class Transcript {
  /** @type {Map<string, TurnView>} */
  #views = new Map();
  #lastDay = "";
  #scrolledTo = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {{ text: Texts, language: string, demo: boolean, onRetry: (id: string) => void }} options
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
    view.show(turn, running);
    if (follow) this.#follow(view.question);
  }

  /**
   * The answer of a turn as it is read out.
   * @param {string} id
   */
  spokenAnswer(id) {
    return this.#views.get(id)?.spoken() ?? "";
  }

  clear() {
    this.#views.clear();
    this.#lastDay = "";
    this.list.replaceChildren();
  }

  scrollToEnd() {
    this.#scrollTo(this.scroller.scrollHeight);
  }

  /**
   * Scrolls as an answer grows, but never its question out of sight: a long answer is read from its beginning.
   * @param {HTMLElement} question
   */
  #follow(question) {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const top = question.offsetTop - this.scroller.offsetTop;
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
      const separator = element("li", "day");
      separator.textContent = day === today ? this.options.text("today") : format.format(turn.at);
      this.list.append(separator);
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

/** One question and its answer. */
class TurnView {
  /** @param {{ text: Texts, demo: boolean, onRetry: (id: string) => void }} options */
  constructor({ text, demo, onRetry }) {
    this.text = text;
    this.demo = demo;
    this.onRetry = onRetry;

    this.question = element("li", "message message--visitor");
    this.asked = element("p", "bubble");
    this.asked.dir = "auto";
    this.question.append(speaker(text("you")), this.asked);

    this.answer = element("li", "message message--assistant");
    this.prose = element("div", "prose");
    this.prose.dir = "auto";
    this.typing = typingIndicator(text("typing"));
    this.tools = element("ul", "tools");
    const bubble = element("div", "bubble");
    bubble.append(this.prose, this.typing, this.tools);
    this.below = element("div", "below");
    this.answer.append(speaker(text("assistant")), bubble, this.below);
    this.bubble = bubble;
    this.updateProse = markdownIn(this.prose);
  }

  /**
   * @param {Turn} turn
   * @param {boolean} running
   */
  show(turn, running) {
    this.asked.textContent = turn.question;
    this.updateProse(turn.answer);
    this.answer.setAttribute("aria-busy", String(running));
    this.typing.hidden = !running;
    this.typing.classList.toggle("typing--quiet", turn.answer !== "");
    this.#showTools(turn, running);
    this.bubble.hidden = !running && turn.answer === "" && !turn.tools?.length;
    this.below.replaceChildren(...(running ? [] : this.#partsBelow(turn)));
  }

  spoken() {
    return this.prose.innerText;
  }

  /**
   * @param {Turn} turn
   * @param {boolean} running
   */
  #showTools(turn, running) {
    const shown = (turn.tools ?? []).filter((tool) => running || tool.summary || tool.status !== "running");
    this.tools.replaceChildren(
      ...shown.map((tool) => {
        const entry = element("li", `tool tool--${tool.status}`);
        entry.textContent = tool.summary || this.text(`tool.${tool.status}`);
        return entry;
      }),
    );
    this.tools.hidden = shown.length === 0;
  }

  /**
   * @param {Turn} turn
   * @returns {Node[]}
   */
  #partsBelow(turn) {
    /** @type {Node[]} */
    const parts = [];
    if (turn.sources?.length) parts.push(this.#sources(turn.sources));
    if (turn.cut) parts.push(note("note", this.text("cut")));
    if (turn.state === "stopped") parts.push(note("note", this.text("stopped")));
    if (turn.state === "failed" || turn.state === "pending") parts.push(this.#failure(turn));
    if (this.demo && turn.how) parts.push(this.#how(turn.how));
    return parts;
  }

  /** @param {import("./stream.js").Source[]} sources */
  #sources(sources) {
    const box = element("details", "sources");
    const summary = element("summary", "");
    summary.textContent = this.text(sources.length === 1 ? "sources.one" : "sources.many", { count: sources.length });
    const list = element("ul", "");
    for (const source of sources) {
      const entry = element("li", "");
      const kind = element("span", "source-kind");
      kind.textContent = this.#kindName(source.kind);
      const title = element("span", "source-title");
      title.dir = "auto";
      title.textContent = source.title;
      entry.append(kind, " ", title);
      list.append(entry);
    }
    box.append(summary, list);
    return box;
  }

  /** @param {string} kind */
  #kindName(kind) {
    return this.text(["faq", "document"].includes(kind) ? `source.${kind}` : "source.other");
  }

  /** @param {Turn} turn */
  #failure(turn) {
    const failure = turn.failure ?? { message: this.text("unanswered"), retryable: true };
    const box = note("note note--failure", failure.message);
    if (failure.retryable) {
      const retry = element("button", "button button--small");
      retry.setAttribute("type", "button");
      retry.dataset.retry = "";
      retry.textContent = this.text("retry");
      retry.addEventListener("click", () => this.onRetry(turn.id));
      box.append(retry);
    }
    return box;
  }

  /** @param {NonNullable<Turn["how"]>} how */
  #how(how) {
    const box = element("details", "how");
    const summary = element("summary", "");
    summary.textContent = this.text("how");
    const facts = element("p", "");
    const parts = [how.tier === null ? how.reason : this.text(`tier.${how.tier}`) + ` (${how.reason})`];
    if (how.similarity !== undefined) parts.push(this.text("similarity", { value: how.similarity.toFixed(2) }));
    if (how.ms !== undefined) parts.push(`${how.ms} ms`);
    facts.textContent = parts.join(" · ");
    box.append(summary, facts);
    return box;
  }
}

/**
 * Says whose message it is to those who cannot see on which side it stands.
 * @param {string} name
 */
function speaker(name) {
  const label = element("span", "visually-hidden");
  label.textContent = name + ": ";
  return label;
}

/** @param {string} label */
function typingIndicator(label) {
  const indicator = element("p", "typing");
  const dots = element("span", "typing-dots");
  dots.setAttribute("aria-hidden", "true");
  dots.append(element("span", ""), element("span", ""), element("span", ""));
  const words = element("span", "typing-label");
  words.textContent = label;
  indicator.append(dots, words);
  return indicator;
}

/**
 * @param {string} className
 * @param {string} message
 */
function note(className, message) {
  const box = element("div", className);
  const words = element("p", "");
  words.textContent = message;
  box.append(words);
  return box;
}

/**
 * @param {string} tag
 * @param {string} className
 * @returns {HTMLElement}
 */
function element(tag, className) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}
