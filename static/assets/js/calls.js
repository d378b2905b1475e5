// What one touch calls, above an answer to somebody in danger: first of all a person to talk to, then the words.

import { element } from "./elements.js";
import { textsFrom } from "./texts.js";

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * A line that can be called. callLine in package pages mirrors it.
 * @typedef {object} Line
 * @property {string} name
 * @property {string} [kind] by which the texts of an answer's language name it
 * @property {string} [number] as people write it
 * @property {boolean} [text] whether it takes text messages too
 * @property {string} [url] in place of a number
 * @property {boolean} [general] helps whatever has happened
 */

/**
 * The lines that an answer names, in its order: the answer knows what comes first. One that is whole and names none is
 * given those that help whatever has happened.
 * @param {string} answer
 * @param {Line[]} lines
 * @param {boolean} whole
 */
export function namedIn(answer, lines, whole) {
  const places = lines.map((line) => ({ line, at: placeOf(line, answer, lines) })).filter(({ at }) => at >= 0);
  if (places.length === 0 && whole) return lines.filter(({ general }) => general);
  return places.sort((a, b) => a.at - b.at).map(({ line }) => line);
}

/**
 * @param {Line} line
 * @param {string} answer
 * @param {Line[]} others
 */
function placeOf({ number, url }, answer, others) {
  const name = number ?? new URL(url ?? "").host;
  for (let at = answer.indexOf(name); at >= 0; at = answer.indexOf(name, at + 1)) {
    const alone = !/\d$/.test(answer.slice(0, at)) && !/^\d/.test(answer.slice(at + name.length)); // not within a longer number
    if (alone && !others.some((other) => covers(other, name, answer, at))) return at;
  }
  return -1;
}

/**
 * Whether a number's digits at a place are those of a longer one, as 911 is in the middle of 800 911 2000.
 * @param {Line} longer
 * @param {string} name
 * @param {string} answer
 * @param {number} at
 */
function covers({ number = "" }, name, answer, at) {
  const before = number.length - name.length;
  return before > 0 && answer.slice(Math.max(0, at - before), at + number.length).includes(number);
}

/**
 * The texts for what stands beside an answer: in its language, in the page's where there are none in that.
 * @param {Record<string, Record<string, string>>} calls by language
 * @param {string} language of the answer
 * @param {Texts} text the page's
 * @returns {Texts}
 */
export function textsBeside(calls, language, text) {
  return Object.hasOwn(calls, language) ? textsFrom(calls[language]) : text;
}

/**
 * @param {Line} line
 * @param {Texts} text
 * @returns {HTMLElement}
 */
export function callButtons({ name: own, kind, number, text: texts, url }, text) {
  const name = kind && text.has(kind) ? text(kind) : own;
  const row = element("div", "call");
  if (!number) {
    const link = /** @type {HTMLAnchorElement} */ (element("a", "button", name));
    link.href = url ?? "";
    link.target = "_blank"; // the conversation stays open
    link.rel = "noopener noreferrer";
    row.append(link);
    return row;
  }
  const digits = number.replace(/[^\d+]/g, "");
  const call = /** @type {HTMLAnchorElement} */ (element("a", "button"));
  call.href = `tel:${digits}`;
  call.append(element("strong", "", text("call", { number })), " ", element("span", "", name));
  row.append(call);
  for (const part of call.children) part.setAttribute("dir", "auto");
  if (texts) {
    const write = /** @type {HTMLAnchorElement} */ (element("a", "button button--quiet", text("write", { number })));
    write.href = `sms:${digits}`;
    row.append(write);
  }
  return row;
}
