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

/** Takes what a form holds for saved. @param {HTMLFormElement} form */
export function settle(form) {
  for (const one of fieldsOf(form)) {
    if (isTicked(one)) one.defaultChecked = one.checked;
    else if (one instanceof HTMLSelectElement) for (const option of one.options) option.defaultSelected = option.selected;
    else one.defaultValue = one.value;
  }
}

/**
 * Shows the page anew once a form was saved. Where that took what somebody has typed in another form, a button does it when
 * they like; until then what was saved is not changed once more, as it stands otherwise on the server.
 * @param {HTMLElement} saved
 * @param {() => void} [show]
 */
export function showAnew(saved, show = () => location.reload()) {
  /** @param {ParentNode | null} parent @param {string} selector */
  const forms = (parent, selector) => /** @type {HTMLFormElement[]} */ ([...(parent?.querySelectorAll(selector) ?? [])]);
  const same = forms(saved.parentElement, ":scope > form");
  const others = forms(document, "form[data-save]:not([data-keeps-nothing])").filter((form) => !same.includes(form));
  if (!others.some((form) => fieldsOf(form).some(isUnsaved))) return show();
  for (const form of same) for (const one of form.elements) /** @type {Field} */ (one).disabled = true;
  const { unsaved = "", anew = "" } = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
  const again = button("button button--quiet", anew, show);
  saved.querySelector("[role=status]")?.append(` ${unsaved} `, again);
  again.focus();
}
