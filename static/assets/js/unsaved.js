// What somebody has typed and not saved yet: a page is not shown anew over it.
import { button } from "./elements.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {HTMLFormElement} form @returns {Field[]} */
export const fieldsOf = (form) => /** @type {Field[]} */ ([...form.elements].filter((one) => one.matches("input, select, textarea")));

/** @param {Field} one @returns {one is HTMLInputElement} */
const isTicked = (one) => one instanceof HTMLInputElement && ["checkbox", "radio"].includes(one.type);

/** Whether a field holds something else than the page came with, or than was saved last. @param {Field} one */
export function isUnsaved(one) {
  if (one.matches(":disabled")) return false;
  if (isTicked(one)) return one.checked !== one.defaultChecked;
  if (!(one instanceof HTMLSelectElement)) return one.value !== one.defaultValue;
  const options = [...one.options];
  return one.value !== (options.find((option) => option.defaultSelected) ?? options[0])?.value;
}

/** @typedef {{ fields: Map<Field, string | boolean>, rows: Map<HTMLElement, HTMLElement[]> }} Sent what fields held, and which rows lists had, when they were sent */

/** What people have written in a form. @param {HTMLFormElement} form @returns {Sent} */
export const holding = (form) => ({
  fields: new Map(fieldsOf(form).filter((one) => one.type !== "hidden").map((one) => [one, isTicked(one) ? one.checked : one.value])),
  rows: new Map(listsIn(form).map((list) => [list, rowsOf(list)])),
});

/** @param {ParentNode} within */
const listsIn = (within) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll("[data-rows] > ol")]);

/** @param {HTMLElement} list */
const rowsOf = (list) => /** @type {HTMLElement[]} */ ([...list.children]);

/** Takes what was sent for saved: what was typed since is not. @param {Sent} sent */
export function settle(sent) {
  for (const [list, rows] of sent.rows) settleRows(list, rows);
  for (const [one, held] of sent.fields) {
    if (isTicked(one)) one.defaultChecked = held === true;
    else if (one instanceof HTMLSelectElement) settleChoice(one, held);
    else one.defaultValue = String(held);
  }
}

/** An option that becomes the default is chosen with that, unless somebody has chosen it before. @param {HTMLSelectElement} one @param {string | boolean} held */
function settleChoice(one, held) {
  const chosen = one.selectedIndex;
  for (const option of one.options) option.defaultSelected = option.value === held;
  one.selectedIndex = chosen;
}

/** Notes the places of the rows that are saved. @param {HTMLElement} list @param {HTMLElement[]} rows */
function settleRows(list, rows) {
  for (const row of rowsOf(list)) delete row.dataset.place;
  rows.forEach((row, place) => (row.dataset.place = String(place)));
  list.dataset.places = [...rows.keys()].join();
}

/** Whether a saved row was removed or moved: what is written in a new one, its fields say. @param {HTMLElement} list */
const isRearranged = (list) => rowsOf(list).flatMap((row) => row.dataset.place ?? []).join() !== list.dataset.places;

/** @param {HTMLFormElement} form */
export const hasUnsaved = (form) => fieldsOf(form).some(isUnsaved) || listsIn(form).some(isRearranged);

/** The forms whose content is to be saved. @returns {HTMLFormElement[]} */
const keeping = () => [.../** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-save]:not([data-keeps-nothing])"))];

/** Has the browser ask before a page is left on which something is not saved, but not by who deletes what the page is about. */
export function askBeforeLeaving() {
  for (const list of listsIn(document)) settleRows(list, rowsOf(list));
  addEventListener("beforeunload", (event) => {
    if (keeping().some(hasUnsaved)) event.preventDefault();
  });
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && "deletes" in target.dataset) giveUp(keeping());
  });
}

/** What is written in forms goes with what they edit. @param {HTMLFormElement[]} forms */
const giveUp = (forms) => forms.forEach((form) => settle(holding(form)));

/**
 * Shows the page anew once a form was saved. Where that took what somebody has typed in another form, a button does it when they like;
 * until then what was saved is not changed once more, as it stands otherwise on the server. Who has typed on in the form itself saves it
 * once more first.
 * @param {HTMLFormElement} saved
 * @param {() => void} [show]
 */
export function showAnew(saved, show = () => location.reload()) {
  if (hasUnsaved(saved)) return;
  const same = /** @type {HTMLFormElement[]} */ ([...(saved.parentElement?.querySelectorAll(":scope > form") ?? [])]);
  if (!keeping().some((form) => !same.includes(form) && hasUnsaved(form))) {
    giveUp(same);
    return show();
  }
  for (const form of same) for (const one of form.elements) /** @type {Field} */ (one).disabled = true;
  const { unsaved = "", anew = "" } = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
  const again = button("button button--quiet", anew, show);
  saved.querySelector("[role=status]")?.append(` ${unsaved} `, again);
  again.focus();
}
