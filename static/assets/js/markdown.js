// A small, safe Markdown renderer for answers: it makes elements and text nodes, never HTML source. It knows paragraphs,
// lists, quotations, code, rules and headings (shown as bold lines: an answer has no outline of its own). Whatever it does
// not know is shown as it was written.

import { renderInline } from "./inline.js";

/** @typedef {{ kind: "paragraph" | "heading" | "rule" | "code" | "quote" | "list", lines: string[] }} Block */

/** Lists and quotations nested deeper than this are shown as text. */
const maxDepth = 6;

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}#{1,6}[ \t]+/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quote = /^ {0,3}> ?/;
const item = /^( {0,3})([-*+•]|\d{1,9}[.)])([ \t]+|$)/;

/**
 * Shows Markdown in an element, and keeps it up to date while the source grows: only what changed is made anew, so that a
 * long answer stays cheap to stream.
 * @param {HTMLElement} container
 * @returns {(source: string) => void}
 */
export function markdownIn(container) {
  /** @type {string[]} */
  let shown = [];
  return (source) => {
    const blocks = splitBlocks(source.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"));
    const sources = blocks.map((block) => block.kind + "\n" + block.lines.join("\n"));
    let same = 0;
    while (same < sources.length && sources[same] === shown[same]) same++;
    while (container.childNodes.length > same) container.lastChild?.remove();
    container.append(...blocks.slice(same).map((block) => renderBlock(block, 0)));
    shown = sources;
  };
}

/**
 * @param {string[]} lines
 * @returns {Block[]}
 */
function splitBlocks(lines) {
  /** @type {Block[]} */
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === "") {
      at++;
      continue;
    }
    const kind = kindOf(lines[at]);
    const end = endOf(kind, lines, at);
    blocks.push({ kind, lines: lines.slice(at, end) });
    at = end;
  }
  return blocks;
}

/**
 * @param {string} line
 * @returns {Block["kind"]}
 */
function kindOf(line) {
  if (fence.test(line)) return "code";
  if (heading.test(line)) return "heading";
  if (rule.test(line)) return "rule";
  if (quote.test(line)) return "quote";
  if (item.test(line)) return "list";
  return "paragraph";
}

/**
 * Where the block that begins at a line ends.
 * @param {Block["kind"]} kind
 * @param {string[]} lines
 * @param {number} at
 */
function endOf(kind, lines, at) {
  switch (kind) {
    case "code":
      return endOfCode(lines, at);
    case "list":
      return endOfList(lines, at);
    case "quote":
    case "paragraph": {
      let end = at + 1;
      while (end < lines.length && lines[end].trim() !== "" && kindOf(lines[end]) === kind) end++;
      return end;
    }
    default:
      return at + 1;
  }
}

/**
 * A fence that is not closed (yet) runs to the end.
 * @param {string[]} lines
 * @param {number} at
 */
function endOfCode(lines, at) {
  const open = /** @type {RegExpExecArray} */ (fence.exec(lines[at]))[1];
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end].trim();
    if (line.length >= open.length && line === open[0].repeat(line.length)) return end + 1;
  }
  return lines.length;
}

/**
 * A list goes on over indented lines and blank ones, as long as an item or something indented follows. A numbered list
 * and a bulleted one are two.
 * @param {string[]} lines
 * @param {number} at
 */
function endOfList(lines, at) {
  const numbered = isNumbered(lines[at]);
  const base = indentOf(lines[at]);
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    const line = lines[next];
    if (line.trim() === "") continue;
    const kind = kindOf(line);
    const within = indentOf(line) >= base + 2;
    const sibling = kind === "list" && isNumbered(line) === numbered;
    const lazy = kind === "paragraph" && lines[next - 1].trim() !== "";
    if (!within && !sibling && !lazy) break;
    end = next + 1;
  }
  return end;
}

/** @param {string} line */
function indentOf(line) {
  return line.length - line.trimStart().length;
}

/** @param {string} line */
function isNumbered(line) {
  return /^ {0,3}\d/.test(line);
}

/**
 * @param {Block} block
 * @param {number} depth
 * @returns {HTMLElement}
 */
function renderBlock(block, depth) {
  switch (block.kind) {
    case "code":
      return renderCode(block.lines);
    case "heading":
      return renderHeading(block.lines[0]);
    case "rule":
      return document.createElement("hr");
    case "quote":
      return depth < maxDepth ? renderQuote(block.lines, depth) : renderParagraph(block.lines);
    case "list":
      return depth < maxDepth ? renderList(block.lines, depth) : renderParagraph(block.lines);
    default:
      return renderParagraph(block.lines);
  }
}

/** @param {string[]} lines */
function renderParagraph(lines) {
  const paragraph = document.createElement("p");
  paragraph.append(...renderInline(lines.join("\n").trim()));
  return paragraph;
}

/** @param {string} line */
function renderHeading(line) {
  const paragraph = document.createElement("p");
  const strong = document.createElement("strong");
  strong.append(...renderInline(line.replace(heading, "").replace(/[ \t]+#+[ \t]*$/, "").trim()));
  paragraph.append(strong);
  return paragraph;
}

/** @param {string[]} lines */
function renderCode(lines) {
  const open = /** @type {RegExpExecArray} */ (fence.exec(lines[0]))[1];
  const last = lines[lines.length - 1].trim();
  const closed = lines.length > 1 && last.length >= open.length && last === open[0].repeat(last.length);
  const pre = document.createElement("pre");
  pre.tabIndex = 0; // may scroll sideways, which the keyboard must be able to do
  const code = document.createElement("code");
  code.textContent = lines.slice(1, closed ? -1 : undefined).join("\n");
  pre.append(code);
  return pre;
}

/**
 * @param {string[]} lines
 * @param {number} depth
 */
function renderQuote(lines, depth) {
  const element = document.createElement("blockquote");
  const inner = lines.map((line) => line.replace(quote, ""));
  element.append(...splitBlocks(inner).map((block) => renderBlock(block, depth + 1)));
  return element;
}

/**
 * @param {string[]} lines
 * @param {number} depth
 */
function renderList(lines, depth) {
  const numbered = isNumbered(lines[0]);
  const list = document.createElement(numbered ? "ol" : "ul");
  if (list instanceof HTMLOListElement) list.start = parseInt(lines[0], 10) || 1;
  for (const itemLines of splitItems(lines)) {
    const entry = document.createElement("li");
    const blocks = splitBlocks(itemLines);
    for (const [index, block] of blocks.entries()) {
      const plain = index === 0 && block.kind === "paragraph";
      if (plain) entry.append(...renderInline(block.lines.join("\n").trim()));
      else entry.append(renderBlock(block, depth + 1));
    }
    list.append(entry);
  }
  return list;
}

/**
 * Cuts a list into its items, without their markers and indentation.
 * @param {string[]} lines
 * @returns {string[][]}
 */
function splitItems(lines) {
  /** @type {string[][]} */
  const items = [];
  const base = indentOf(lines[0]);
  let indent = 0; // of the current item's content
  for (const line of lines) {
    const match = item.exec(line);
    if (match && indentOf(line) < base + 2) {
      indent = match[0].length;
      items.push([line.slice(indent)]);
    } else {
      items[items.length - 1].push(line.slice(Math.min(indentOf(line), indent)));
    }
  }
  return items;
}
