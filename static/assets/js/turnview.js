// One question and its answer, as they are seen.

import { callButtons, namedIn, textsBeside } from "./calls.js";
import { Card } from "./card.js";
import { rightToLeft, turnBlocks } from "./direction.js";
import { button, element } from "./elements.js";
import { linkTo } from "./links.js";
import { markdownIn } from "./markdown.js";
import { linkNumbers } from "./numbers.js";
import { Rating } from "./rating.js";
import { isCrisis } from "./turn.js";

/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {import("./texts.js").Texts} Texts */

/**
 * @typedef {object} TurnOptions
 * @property {Texts} text
 * @property {string} language
 * @property {boolean} demo whether to show how answers were made
 * @property {string} agent who was asked
 * @property {Record<string, string>} agents their names
 * @property {import("./calls.js").Line[]} lines to be called in danger in this church's country
 * @property {Record<string, Record<string, string>>} calls what is said about them, by language
 * @property {string} phone the church's, empty if not known
 * @property {string} dialled that number as a telephone takes it
 * @property {string} name the church's
 * @property {(id: string) => void} onRetry
 * @property {() => void} onNow
 * @property {(id: string) => void} onDrop
 * @property {() => void} onForget
 * @property {() => void} onLeave
 * @property {() => void} onKeep
 * @property {(id: string, callId: string, accept: boolean) => Promise<void>} onConfirm
 * @property {(id: string, value: "up" | "down" | "", comment: string) => Promise<void>} onRate
 */

export class TurnView {
  #shown = "";
  #shownBelow = "";
  #calls = "";
  /** What the visitor is asked, by its call. @type {Map<string, Card>} */
  #cards = new Map();

  /** @param {TurnOptions} options */
  constructor(options) {
    const { text } = options;
    this.options = options;
    this.text = text;

    this.question = element("li", "message message--visitor");
    this.asked = element("p", "bubble");
    this.asked.dir = "auto";
    this.question.append(speaker(text("you")), this.asked);

    this.answer = element("li", "message message--assistant");
    this.agent = element("p", "answered-by");
    this.calls = element("div", "calls");
    this.calls.setAttribute("role", "group");
    this.calls.setAttribute("aria-label", text("calls"));
    this.calls.hidden = true;
    this.prose = element("div", "prose");
    this.prose.dir = "auto";
    this.typing = typingIndicator(text("typing"));
    this.tools = element("ul", "tools");
    this.bubble = element("div", "bubble");
    this.cards = element("div", "cards-asked");
    this.bubble.append(this.agent, this.calls, this.prose, this.typing, this.tools, this.cards);
    this.below = element("div", "below");
    this.answer.append(speaker(text("assistant")), this.bubble, this.below);
    this.updateProse = markdownIn(this.prose);
  }

  /**
   * @param {Turn} turn
   * @param {boolean} running
   */
  show(turn, running) {
    const state = JSON.stringify([turn, running]);
    if (state === this.#shown) return;
    this.#shown = state;
    const coming = running && !turn.waiting;
    this.asked.textContent = turn.question;
    this.updateProse(turn.answer);
    this.answer.setAttribute("aria-busy", String(coming));
    this.typing.hidden = !coming || (turn.tools ?? []).some((tool) => tool.status === "running");
    this.typing.classList.toggle("typing--quiet", turn.answer !== "");
    this.#showAgent(turn);
    this.#showTools(turn, running);
    this.#showCards(turn);
    this.#showLanguage(turn.language ?? "");
    this.#showCrisis(turn, running);
    this.bubble.hidden = !coming && turn.answer === "" && this.tools.hidden && this.cards.hidden && this.agent.hidden;
    this.#showBelow(turn, running);
  }

  /** Whether this answers somebody in danger. */
  get crisis() {
    return !this.calls.hidden;
  }

  /** What stays in sight while the answer grows: whom to call, what the visitor is asked, or else their question. */
  get anchor() {
    if (this.crisis) return this.answer;
    const asks = [...this.#cards.values()].some((card) => card.open);
    return asks ? /** @type {HTMLElement} */ (this.prose.lastElementChild ?? this.cards) : this.question;
  }

  /** The answer as it is read out. */
  spoken() {
    return this.prose.innerText;
  }

  /** What the visitor is asked in it, as that is read out. */
  asks() {
    return [...this.#cards.values()].map((card) => card.spoken()).filter(Boolean).join("\n");
  }

  /** What is said below it about a failure or a wait. */
  note() {
    return this.below.querySelector(".note--failure > p, .note--waiting > p")?.textContent ?? "";
  }

  /** @param {Turn} turn */
  #showAgent(turn) {
    const name = this.options.agents[turn.agent ?? ""];
    const other = Boolean(name) && turn.agent !== (turn.asked ?? this.options.agent) && turn.answer !== "";
    const handedOver = turn.tools?.find(isHandoff)?.summary;
    this.agent.hidden = !other && !handedOver;
    this.agent.textContent = handedOver || (other ? this.text("answeredBy", { agent: name }) : "");
  }

  /**
   * @param {Turn} turn
   * @param {boolean} running
   */
  #showTools(turn, running) {
    const shown = (turn.tools ?? []).filter((tool) => !isHandoff(tool) && !tool.callId && (running || tool.summary || tool.status !== "running"));
    this.tools.replaceChildren(
      ...shown.map((tool) => element("li", `tool tool--${tool.status}`, tool.summary || this.text(`tool.${tool.status}`))),
    );
    this.tools.hidden = shown.length === 0;
  }

  /** @param {Turn} turn */
  #showCards(turn) {
    const asked = (turn.tools ?? []).filter((tool) => tool.callId && tool.fields && tool.status !== "over");
    for (const [callId, card] of this.#cards) {
      if (asked.some((tool) => tool.callId === callId)) continue;
      card.element.remove();
      this.#cards.delete(callId);
    }
    for (const tool of asked) {
      const callId = tool.callId ?? "";
      let card = this.#cards.get(callId);
      if (!card) {
        card = new Card(tool, { text: this.text, onAnswer: (call, accept) => this.options.onConfirm(turn.id, call, accept) });
        this.#cards.set(callId, card);
        this.cards.append(card.element);
      }
      card.show(tool);
    }
    this.cards.hidden = asked.length === 0;
  }

  /** @param {string} language */
  #showLanguage(language) {
    // An answer in Arabic may begin with the church's name, in Latin letters: who knows the language need not guess from those.
    this.prose.dir = rightToLeft.test(language) ? "rtl" : "auto";
    for (const words of [this.asked, this.prose]) { // one is answered in the language that one writes in
      if (language) words.lang = language;
      else words.removeAttribute("lang"); // then it is the page's
    }
  }

  /**
   * @param {Turn} turn
   * @param {boolean} running
   */
  #showCrisis(turn, running) {
    const crisis = isCrisis(turn);
    const { lines, phone, dialled, calls: words } = this.options;
    const named = crisis ? namedIn(turn.answer, lines, !running) : [];
    this.answer.classList.toggle("message--crisis", crisis);
    this.calls.hidden = named.length === 0;
    const calls = JSON.stringify(named);
    if (calls !== this.#calls) {
      const text = textsBeside(words, turn.language ?? "", this.text);
      this.calls.replaceChildren(...named.map((line) => callButtons(line, text)));
      if (turn.language) this.calls.lang = turn.language;
    }
    this.#calls = calls;
    if (this.prose.dir === "rtl") turnBlocks(this.prose);
    if (crisis || !running) linkNumbers(this.prose, [...lines.map(({ number }) => number ?? ""), phone], crisis, { [phone]: dialled });
  }

  /**
   * What stands below an answer is made anew only when it says something else: the visitor may be writing in it.
   * @param {Turn} turn
   * @param {boolean} running
   */
  #showBelow(turn, running) {
    const { state, waiting, failure, sources, cut, how, turnId, tried } = turn;
    const relevant = JSON.stringify([running, state, waiting, failure, sources, cut, how, turnId, tried]);
    if (relevant === this.#shownBelow) return;
    this.#shownBelow = relevant;
    this.below.replaceChildren(...(running ? this.#waiting(turn) : this.#partsBelow(turn)));
  }

  /**
   * @param {Turn} turn
   * @returns {Node[]}
   */
  #waiting(turn) {
    const { waiting, turnId, tried, id } = turn;
    if (!waiting) return [];
    const { onNow, onDrop } = this.options;
    const { why, seconds } = waiting;
    const lost = why === "connection" || why === "offline";
    const what = turnId ? why !== "offline" && "answer" : tried && lost && "tried";
    const box = note("note note--waiting", this.text(`waiting.${what || why}`, { seconds }));
    if (why === "connection" || why === "server") box.append(small(this.text("waiting.now"), onNow));
    if (!turnId && !tried) box.append(small(this.text("waiting.drop"), () => onDrop(id)));
    if (lost || why === "server") this.#offerCall(box);
    return [box];
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
    if (isCrisis(turn)) parts.push(this.#discretion(turn.language ?? ""));
    if (turn.state === "done" && turn.answer !== "") parts.push(this.#rating(turn));
    if (this.options.demo && turn.how) parts.push(this.#how(turn.how));
    return parts;
  }

  /**
   * For somebody whose device is not theirs alone.
   * @param {string} language of the answer
   */
  #discretion(language) {
    const { text } = this;
    const { onForget, onLeave, onKeep, calls } = this.options;
    const own = textsBeside(calls, language, text);
    const box = element("div", "discretion");
    const session = element("p", "session-only", text("session"));
    const keep = small(text("keep"), onKeep);
    keep.classList.add("session-only");
    box.append(session, small(own("leave"), onLeave), small(own("forget"), onForget), keep);
    for (const choice of box.querySelectorAll(".button")) choice.classList.add("button--quiet");
    return box;
  }

  /** @param {Turn} turn */
  #rating(turn) {
    const { text } = this;
    const { onRate } = this.options;
    return new Rating({
      text,
      value: turn.rating ?? "",
      answer: () => this.spoken(),
      onRate: isCrisis(turn) ? null : (value, comment) => onRate(turn.id, value, comment),
    }).element;
  }

  /** @param {import("./wire.js").Source[]} sources */
  #sources(sources) {
    const box = element("details", "sources");
    const list = element("ul", "");
    list.append(...sources.map((source) => this.#source(source)));
    box.append(element("summary", "", this.text(sources.length === 1 ? "sources.one" : "sources.many", { count: sources.length })), list);
    return box;
  }

  /** @param {import("./wire.js").Source} source */
  #source({ kind, title, excerpt }) {
    const entry = element("li", "");
    const heading = element("span", "source-title", title);
    heading.dir = "auto";
    const name = this.text(["faq", "document"].includes(kind) ? `source.${kind}` : "source.other");
    entry.append(element("span", "source-kind", name), " ", heading);
    if (excerpt) {
      const quotation = element("blockquote", "source-excerpt", excerpt);
      quotation.dir = "auto";
      entry.append(quotation);
    }
    return entry;
  }

  /** @param {Turn} turn */
  #failure(turn) {
    const { message, retryable } = turn.failure ?? { message: "", retryable: true };
    const box = note("note note--failure", this.#explained(turn.failure) || message || this.text("unanswered"));
    if (retryable) {
      const retry = small(this.text("retry"), () => this.options.onRetry(turn.id));
      retry.dataset.retry = "";
      box.append(retry);
    }
    this.#offerCall(box);
    return box;
  }

  /**
   * Where the chat does not help, the church may.
   * @param {HTMLElement} box
   */
  #offerCall(box) {
    const { phone, dialled, name } = this.options;
    if (!phone) return;
    const line = element("p", "note-call", this.text("church.call", { church: name }) + " ");
    const link = linkTo(`tel:${dialled}`, [phone]);
    link.dir = "ltr";
    line.append(link);
    box.append(line);
  }

  /** @param {Turn["failure"]} failure */
  #explained(failure) {
    if (failure?.code === undefined) return ""; // what the answer itself says is in the visitor's language
    const key = `failure.${failure.code}`;
    if (this.text.has(key)) return this.text(key, { seconds: failure.seconds ?? 0 });
    if (failure.code === "turn_not_found") return this.text("unanswered");
    // The server explains itself in English; for everybody else a general sentence is better.
    return this.options.language === "en" && failure.message ? failure.message : this.text("failure.unknown");
  }

  /** @param {NonNullable<Turn["how"]>} how */
  #how(how) {
    const box = element("details", "how");
    const parts = [how.tier === null ? how.reason : this.text(`insight.tier.${how.tier}`) + ` (${how.reason})`];
    if (how.similarity !== undefined) parts.push(this.text("insight.similarity", { value: how.similarity.toFixed(2) }));
    if (how.ms !== undefined) parts.push(`${how.ms} ms`);
    box.append(element("summary", "", this.text("insight.how")), element("p", "", parts.join(" · ")));
    return box;
  }
}

/**
 * Says that somebody else answers than was asked. It stands above the answer.
 * @param {import("./wire.js").ToolStatus} tool
 */
function isHandoff(tool) {
  return tool.name === "handoff";
}

/**
 * Says whose message it is to those who cannot see on which side it stands.
 * @param {string} name
 */
function speaker(name) {
  return element("span", "visually-hidden", name + ": ");
}

/** @param {string} label */
function typingIndicator(label) {
  const indicator = element("p", "typing");
  const dots = element("span", "typing-dots");
  dots.setAttribute("aria-hidden", "true");
  dots.append(element("span", ""), element("span", ""), element("span", ""));
  indicator.append(dots, element("span", "typing-label", label));
  return indicator;
}

/**
 * @param {string} className
 * @param {string} message
 */
function note(className, message) {
  const box = element("div", className);
  box.append(element("p", "", message));
  return box;
}

/**
 * @param {string} words
 * @param {() => void} onClick
 */
function small(words, onClick) {
  return button("button button--small", words, onClick);
}
