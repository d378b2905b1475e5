// Lists within forms, and forms that come and go with what they edit.
import { changeAdded } from "./added.js";
import { showAnew } from "./unsaved.js";

/** @param {HTMLElement} list names its rows' fields by their places, as the server reads them: staff.0.name */
function number(list) {
  const path = /** @type {string} */ (list.dataset.rows);
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("ol > li")]);
  items.forEach((item, place) => {
    for (const one of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>} */ (item.querySelectorAll("input, select, textarea"))) {
      const label = item.querySelector(`label[for="${CSS.escape(one.id)}"]`);
      const hint = item.querySelector(`#${CSS.escape(one.id)}-hint`);
      one.name = one.name.replace(new RegExp(`^${path}\\.\\d+`), `${path}.${place}`);
      one.id = one.id.replace(new RegExp(`-${path}\\.\\d+`), `-${path}.${place}`);
      label?.setAttribute("for", one.id);
      if (hint) {
        hint.id = `${one.id}-hint`;
        one.setAttribute("aria-describedby", hint.id);
      }
    }
    const [up, down] = /** @type {NodeListOf<HTMLButtonElement>} */ (item.querySelectorAll("[data-move]"));
    up.disabled = place === 0;
    down.disabled = place === items.length - 1;
  });
}

for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-rows]"))) {
  const items = /** @type {HTMLElement} */ (list.querySelector("ol"));
  const add = /** @type {HTMLButtonElement} */ (list.querySelector("[data-add]"));
  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    const item = button?.closest("li");
    if (!button) return;
    if (button === add) {
      const made = /** @type {HTMLTemplateElement} */ (list.querySelector("template")).content.cloneNode(true);
      items.append(made);
      number(list);
      /** @type {HTMLElement | null} */ (items.lastElementChild?.querySelector("input, textarea") ?? null)?.focus();
    } else if (item && button.dataset.move) {
      if (button.dataset.move === "-1") item.previousElementSibling?.before(item);
      else item.nextElementSibling?.after(item);
      number(list);
      if (button.disabled) /** @type {HTMLElement | null} */ (item.querySelector("[data-move]:not(:disabled)"))?.focus();
      else button.focus();
    } else if (item && "remove" in button.dataset) {
      const next = /** @type {HTMLElement | null} */ ((item.nextElementSibling ?? item.previousElementSibling)?.querySelector("input, textarea") ?? add);
      item.remove();
      number(list);
      next?.focus();
    }
  });
  number(list);
}

// What is deleted is asked about first; what is new or gone, the page shows anew.
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-remove-item]"))) {
  form.addEventListener("submit", (event) => {
    if (confirm(form.dataset.sure)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}
document.addEventListener("saved", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { id, version } = /** @type {CustomEvent} */ (event).detail;
  if ("new" in form.dataset && id) changeAdded(form, `${form.dataset.save?.split(" ")[1]}/${id}`, { version });
  if ("new" in form.dataset || "removeItem" in form.dataset) showAnew(form);
  // The other form of the same thing has shown its version, too.
  for (const other of /** @type {NodeListOf<HTMLInputElement>} */ (form.parentElement?.querySelectorAll("form[data-remove-item] [name=version]") ?? [])) other.value = version;
});
