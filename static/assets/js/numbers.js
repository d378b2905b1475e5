// Telephone numbers in answers: one touch calls them.

import { linkTo } from "./links.js";

// How numbers are written that can be nothing else. Dates, years, times, verses and sums are not like that.
const written = [
  /\+\d[\d ().-]{6,17}\d/, // with the country's code
  /(?:1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}/, // North America
  /\(?0\d{1,4}\)?(?:(?:[ -]\d{3,4}){2}|[ -]\d{5,7})/, // with a leading 0
  /1[38]00(?:[ -]\d{2,4}){2,3}/, // toll-free in Australia and Ireland
];

/** What reads as a telephone number to somebody who is told whom to call: seven digits or more. */
const long = /\+?\d[\d ().-]{5,18}\d/;

/** Words that say that what follows, in the same sentence, is to be called. */
const calling =
  /(?:\b(?:call|text|dial|phone|ring|reach|lig|appel|gọi|rele|tawag|tumawag|zadzwo|dzwo)|llam|marqu|marca|texto|tel[eé]fono|звон|اتصل|拨打|拨|전화)[^.!?\n]{0,40}$/i;

/**
 * Makes links of the telephone numbers in an element: of those that are known, and of what can be nothing else. A known
 * number of few digits counts where the words say that it is to be called, or anywhere in an answer to somebody in danger.
 * @param {HTMLElement} root
 * @param {string[]} known as people write them
 * @param {boolean} danger
 * @param {Record<string, string>} dialled what a telephone takes for some of the known
 */
export function linkNumbers(root, known, danger, dialled) {
  const exact = known.filter(Boolean).map((number) => number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const shapes = [...exact, ...(danger ? [long] : written).map(({ source }) => source)];
  // What comes before is matched too: telephones from before 2023 know no look-behind.
  const number = new RegExp(`(^|[^\\w+])(${shapes.join("|")})(?!\\w)`, "g");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    if (!text.parentElement?.closest("a, code")) replace(text, number, danger, dialled);
  }
}

/**
 * @param {Text} text
 * @param {RegExp} number
 * @param {boolean} danger
 * @param {Record<string, string>} dialled
 */
function replace(text, number, danger, dialled) {
  const { data } = text;
  /** @type {(Node | string)[]} */
  const nodes = [];
  let from = 0;
  for (const { 1: gap, 2: shown, index: at } of data.matchAll(number)) {
    const index = at + gap.length;
    // Behind a country's code the 0 in brackets is not dialled, but in Italy.
    const digits = dialled[shown] ?? shown.replace(/^(\+(?!39).{1,4})\(0\)/, "$1").replace(/[^\d+]/g, "");
    if (!danger && digits.length < 7 && !calling.test(before(text, index))) continue;
    nodes.push(data.slice(from, index));
    const link = linkTo(`tel:${digits}`, [shown]);
    link.dir = "ltr"; // also among words that run from right to left
    nodes.push(link);
    from = index + shown.length;
  }
  if (nodes.length > 0) text.replaceWith(...nodes, data.slice(from));
}

/**
 * The words before a place in a text: also those before it that are emphasised, or have been made a link.
 * @param {Text} text
 * @param {number} index
 */
function before(text, index) {
  let said = text.data.slice(0, index);
  /** @type {Node | null} */
  let node = text;
  while (node && said.length < 60) {
    if (node.previousSibling) {
      node = node.previousSibling;
      said = (node.textContent ?? "") + said;
    } else node = node.parentElement?.matches("strong, em") ? node.parentElement : null;
  }
  return said.slice(-60);
}
