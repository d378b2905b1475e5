// A form that has added something: from then on it changes what it has added, for who has typed on in it meanwhile.
import { element } from "./elements.js";

/**
 * @param {HTMLFormElement} form
 * @param {string} address of what was added
 * @param {Record<string, string>} known by what a change names it
 */
export function changeAdded(form, address, known) {
  form.dataset.save = `PATCH ${address}`;
  delete form.dataset.saved; // says that it was added
  form.querySelector("[type=hidden][name=id]")?.remove();
  for (const [name, value] of Object.entries(known)) {
    const hidden = /** @type {HTMLInputElement} */ (element("input"));
    Object.assign(hidden, { type: "hidden", name, value });
    form.append(hidden);
  }
}
