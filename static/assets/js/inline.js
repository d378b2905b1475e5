// Inline Markdown: emphasis, code, links, escapes. Anything else is text, HTML above all.

import { linkTo, linkified, safeAddress } from "./links.js";

/** Deeper nesting than this is shown as it was written. */
const maxDepth = 8;

/** An address, in angle brackets or not, and perhaps a title. All lengths are bounded: what does not match must fail soon. */
const linkTarget =
  /\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\([^\s()]{0,500}\)){0,2000}))(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/y;

/**
 * Renders one run of inline Markdown; line ends become line breaks.
 * @param {string} text
 * @returns {Node[]}
 */
export function renderInline(text) {
  return new Inline(text, 0, true).render();
}

class Inline {
  /** @type {Node[]} */
  #nodes = [];
  #plain = "";
  #at = 0;
  /** Delimiters that have no closing one from here on; looking again would make long texts slow. */
  #unclosed = new Set();
  /** @type {Map<number, number> | undefined} */
  #brackets;

  /**
   * @param {string} text
   * @param {number} depth
   * @param {boolean} links whether links may be made here: there is none within another
   */
  constructor(text, depth, links) {
    this.text = text;
    this.depth = depth;
    this.links = links;
  }

  render() {
    while (this.#at < this.text.length) {
      const char = this.text[this.#at];
      if (this.depth < maxDepth && this.#special(char)) continue;
      if (char === "\n") this.#break();
      else if (char === "\\" && isPunctuation(this.text[this.#at + 1])) this.#literal(2, 1);
      else this.#literal(1, 0);
    }
    this.#flush();
    return this.#nodes;
  }

  /**
   * Tries to read what a special character begins. Reports false, and leaves everything as it is, if that is nothing.
   * @param {string} char
   * @returns {boolean}
   */
  #special(char) {
    switch (char) {
      case "`":
        return this.#code();
      case "*":
      case "_":
        return this.#emphasis(char);
      case "[":
        return this.#link();
      case "!":
        return this.#image();
      case "<":
        return this.#autolink();
      default:
        return false;
    }
  }

  /**
   * @param {Node} node
   * @param {number} end where the text goes on after it
   */
  #push(node, end) {
    this.#flush();
    this.#nodes.push(node);
    this.#at = end;
    return true;
  }

  #flush() {
    if (this.#plain === "") return;
    this.#nodes.push(...(this.links ? linkified(this.#plain) : [document.createTextNode(this.#plain)]));
    this.#plain = "";
  }

  #break() {
    this.#plain = this.#plain.replace(/[ \\]+$/, "");
    this.#push(document.createElement("br"), this.#at + 1);
    while (this.text[this.#at] === " ") this.#at++;
  }

  /**
   * @param {number} length how much of the text is used up
   * @param {number} skip how much of it is not shown
   */
  #literal(length, skip) {
    this.#plain += this.text.slice(this.#at + skip, this.#at + length);
    this.#at += length;
    return true;
  }

  #code() {
    const run = runLength(this.text, this.#at);
    const fence = "`".repeat(run);
    const end = this.#unclosed.has(fence) ? -1 : closingCode(this.text, this.#at + run, run);
    if (end < 0) {
      this.#unclosed.add(fence);
      return this.#literal(run, 0);
    }
    const code = document.createElement("code");
    const content = this.text.slice(this.#at + run, end).replace(/\n/g, " ");
    code.textContent = /^ .*[^ ].* $/.test(content) ? content.slice(1, -1) : content;
    return this.#push(code, end + run);
  }

  /** @param {string} char */
  #emphasis(char) {
    const run = runLength(this.text, this.#at);
    const start = this.#at + run;
    const opens = run <= 3 && !isSpace(this.text[start]) && (char === "*" || !isWord(this.text[this.#at - 1]));
    const mark = char.repeat(run);
    const end = opens && !this.#unclosed.has(mark) ? closingMark(this.text, start, char, run) : -1;
    if (end < 0) {
      if (opens) this.#unclosed.add(mark);
      return this.#literal(run, 0);
    }
    const content = new Inline(this.text.slice(start, end), this.depth + 1, this.links).render();
    return this.#push(emphasised(run, content), end + run);
  }

  #link() {
    const parts = this.links ? this.#linkParts(this.#at) : null;
    const address = parts && safeAddress(parts.address);
    if (!parts || !address) return false;
    return this.#push(linkTo(address, new Inline(parts.label, this.depth + 1, false).render()), parts.end);
  }

  /** Pictures are not loaded: an answer must not make the visitor's browser call somebody. Their description is shown. */
  #image() {
    const parts = this.text[this.#at + 1] === "[" ? this.#linkParts(this.#at + 1) : null;
    if (!parts) return false;
    return this.#push(document.createTextNode(parts.label), parts.end);
  }

  /**
   * Reads "[label](address)" or "[label](address "title")" at a position.
   * @param {number} at
   */
  #linkParts(at) {
    this.#brackets ??= matchBrackets(this.text);
    const end = this.#brackets.get(at);
    if (end === undefined || this.text[end + 1] !== "(") return null;
    linkTarget.lastIndex = end + 1;
    const match = linkTarget.exec(this.text);
    if (!match) return null;
    return { label: this.text.slice(at + 1, end), address: match[1] ?? match[2], end: linkTarget.lastIndex };
  }

  #autolink() {
    const pattern = /<((?:https?:\/\/|mailto:|tel:)[^\s<>]{1,2000})>/iy;
    pattern.lastIndex = this.#at;
    const match = this.links ? pattern.exec(this.text) : null;
    const address = match && safeAddress(match[1]);
    if (!match || !address) return false;
    const shown = match[1].replace(/^(?:mailto|tel):/i, "");
    return this.#push(linkTo(address, [shown]), pattern.lastIndex);
  }
}

/**
 * @param {number} run
 * @param {Node[]} content
 */
function emphasised(run, content) {
  const element = document.createElement(run === 1 ? "em" : "strong");
  if (run === 3) {
    const inner = document.createElement("em");
    inner.append(...content);
    element.append(inner);
  } else {
    element.append(...content);
  }
  return element;
}

/**
 * How often the character at a position is repeated there.
 * @param {string} text
 * @param {number} at
 */
function runLength(text, at) {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} run
 */
function closingCode(text, from, run) {
  for (let at = text.indexOf("`", from); at >= 0; at = text.indexOf("`", at)) {
    const length = runLength(text, at);
    if (length === run) return at;
    at += length;
  }
  return -1;
}

/**
 * Finds the mark that closes an emphasis: a run of the same length, or one of three that closes this one and one within.
 * @param {string} text
 * @param {number} from
 * @param {string} char
 * @param {number} run
 */
function closingMark(text, from, char, run) {
  for (let at = from; at < text.length; ) {
    if (text[at] === "\\") {
      at += 2;
    } else if (text[at] === "`") {
      const length = runLength(text, at);
      const end = closingCode(text, at + length, length);
      at = end < 0 ? at + length : end + length;
    } else if (text[at] === char) {
      const length = runLength(text, at);
      const closes = !isSpace(text[at - 1]) && (char === "*" || !isWord(text[at + length]));
      if (at > from && closes && (length === run || length === 3)) return at + length - run;
      at += length;
    } else {
      at++;
    }
  }
  return -1;
}

/**
 * Finds for every opening bracket the one that closes it, in one pass.
 * @param {string} text
 */
function matchBrackets(text) {
  /** @type {Map<number, number>} */
  const pairs = new Map();
  /** @type {number[]} */
  const open = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") open.push(at);
    else if (text[at] === "]") {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}

/** @param {string | undefined} char */
function isSpace(char) {
  return char === undefined || /\s/.test(char);
}

/** @param {string | undefined} char */
function isWord(char) {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

/** @param {string | undefined} char */
function isPunctuation(char) {
  return char !== undefined && /[!-/:-@[-`{-~]/.test(char);
}
