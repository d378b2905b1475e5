// Telephone numbers in an answer to somebody in need: one touch calls them.

import { linkTo } from "./links.js";

/** What reads as a telephone number wherever it stands: seven digits or more. */
const longNumber = /\+?\d[\d ().-]{5,18}\d/;

/**
 * Makes links of the telephone numbers in an element: of those that are known, however short, and of what can be nothing else.
 * @param {HTMLElement} root
 * @param {string[]} known as people write them
 */
export function linkNumbers(root, known) {
  const written = known.filter(Boolean).map((number) => number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const number = new RegExp(`(?<![\\w+])(?:${[...written, longNumber.source].join("|")})(?!\\w)`, "g");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    if (!text.parentElement?.closest("a, code")) text.replaceWith(...linked(text.data, number));
  }
}

/**
 * @param {string} text
 * @param {RegExp} number
 */
function linked(text, number) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(number)) {
    const digits = match[0].replace(/[^\d+]/g, "");
    nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(linkTo(`tel:${digits}`, [document.createTextNode(match[0])]));
    from = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}
