// Which way answers run: from left to right, or from right to left.

/** Languages that run from right to left (BCP 47). */
export const rightToLeft = /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** Letters that run from right to left: Hebrew, Arabic and their neighbours. */
const lettersRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Has what is quoted in an answer that runs from right to left run the other way, as far as it has none of its letters. @param {HTMLElement} prose */
export function turnBlocks(prose) {
  for (const block of prose.querySelectorAll("p, li, h1, h2, h3, h4, h5, h6")) {
    const words = block.textContent ?? "";
    /** @type {HTMLElement} */ (block).dir = /\p{L}/u.test(words) && !lettersRightToLeft.test(words) ? "ltr" : "rtl";
  }
}
