// Forms that are saved without leaving the page.
import { element } from "./elements.js";
import { hasUnsaved, holding, settle } from "./unsaved.js";

/**
 * @typedef {object} Problem what the server answers when it refuses, application/problem+json
 * @property {string} [code]
 * @property {string} [detail]
 * @property {Record<string, string>} [fields] what is the matter with them, by their names
 * @property {string} [version] of what somebody else has changed meanwhile
 */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @returns {DOMStringMap} texts that the frame of the page brings along */
const texts = () => /** @type {HTMLElement} */ (document.querySelector("main")).dataset;

/** @param {HTMLFormElement} form @returns {Field[]} */
const fieldsOf = (form) => /** @type {Field[]} */ ([...form.elements].filter((one) => /** @type {Field} */ (one).name));

/**
 * What a form holds, as JSON: a name with dots is a path (custom_hours.monday), data-type says what a value is if it is no text
 * (number, boolean, list of lines, rows: a list of what follows), and a checkbox is a boolean, or with a value of its own one of a list.
 * @param {HTMLFormElement} form
 */
export function contentOf(form) {
  /** @type {Record<string, any>} */
  const content = {};
  for (const one of fieldsOf(form)) {
    const value = valueOf(one);
    if (value === undefined) continue;
    const path = one.name.split(".");
    const last = /** @type {string} */ (path.pop());
    let at = content;
    for (const step of path) at = at[step] ??= {};
    if (isBox(one) && one.hasAttribute("value")) (at[last] ??= []).push(...(one.checked ? [value] : []));
    else at[last] = value;
  }
  return content;
}

/** @param {Field} one @returns {one is HTMLInputElement} */
const isBox = (one) => one instanceof HTMLInputElement && one.type === "checkbox";

/** @param {Field} one @returns {any} */
function valueOf(one) {
  if (isBox(one)) return one.hasAttribute("value") ? one.value : one.checked;
  if (one instanceof HTMLInputElement && one.type === "radio" && !one.checked) return undefined;
  const written = one.value.trim();
  switch (one.dataset.type) {
    case "number": return written === "" ? null : Number(written);
    case "boolean": return written === "true";
    case "rows": return []; // what follows fills it in: staff.0.name
    case "lines": return written.split("\n").map((line) => line.trim()).filter(Boolean);
    default: return written;
  }
}

/** Has every form with data-save="METHOD address" sent as JSON. */
export function saveForms() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-save]"))) {
    form.noValidate = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void save(form);
    });
  }
}

/**
 * Whether the page shows a draft, so that what is saved goes there: not from forms whose content counts at once.
 * @param {HTMLFormElement} form
 */
const drafts = (form) => document.querySelector("[data-draft]") !== null && !("atOnce" in form.dataset);

/**
 * Sends a form, and says on it what came of that. The form hears "saved" with what the server answered.
 * @param {HTMLFormElement} form
 */
export async function save(form) {
  if (form.ariaBusy === "true") return;
  const [method, address] = /** @type {string} */ (form.dataset.save).split(" ");
  const status = statusOf(form);
  form.ariaBusy = "true";
  status.textContent = "";
  clearFaults(form);
  const sent = holding(form);
  try {
    const response = await fetch(address, { method, headers: { "Content-Type": "application/json", Accept: "application/json", ...(drafts(form) && { "X-Narthex-Draft": "1" }) }, body: JSON.stringify(contentOf(form)) });
    const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (!response.ok) return refuse(form, status, response.status, answer);
    const version = form.elements.namedItem("version");
    if (version instanceof HTMLInputElement && answer.version !== undefined) version.value = String(answer.version);
    settle(sent);
    for (const [name, note] of Object.entries(answer.notes ?? {})) {
      const found = fieldAt(form, name);
      if (found) showUnder(found, "note", String(note));
    }
    if (!("keepsNothing" in form.dataset) && hasUnsaved(form)) say(status, "problem", texts().typed ?? "");
    else say(status, "done", (drafts(form) && !("keepsNothing" in form.dataset) ? texts().drafted : form.dataset.saved) ?? texts().saved ?? "");
    form.dispatchEvent(new CustomEvent("saved", { bubbles: true, detail: answer }));
  } catch {
    say(status, "problem", texts().failed ?? "");
  } finally {
    form.ariaBusy = "false";
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} status
 * @param {number} code
 * @param {Problem} problem
 */
function refuse(form, status, code, problem) {
  if (code === 401) return say(status, "problem", texts().signedOut ?? "");
  const meanwhile = problem.code === "changed_meanwhile";
  /** @type {Field | undefined} */
  let first;
  for (const [name, fault] of Object.entries(problem.fields ?? {})) {
    const found = fieldAt(form, name);
    if (!found) continue;
    first ??= found;
    found.setAttribute("aria-invalid", "true");
    showUnder(found, "fault", fault);
  }
  if (meanwhile) {
    // Who has read what it is now, and saves again, means it.
    const version = form.elements.namedItem("version");
    if (version instanceof HTMLInputElement && problem.version) version.value = problem.version;
    return say(status, "problem", problem.detail || (texts().changed ?? ""));
  }
  say(status, "problem", first ? (texts().faults ?? "") : (problem.detail || (texts().failed ?? "")));
  first?.focus();
}

/** @param {HTMLFormElement} form @returns {HTMLElement} */
function statusOf(form) {
  const found = form.querySelector("[role=status]");
  if (found instanceof HTMLElement) return found;
  const made = element("p");
  made.setAttribute("role", "status");
  form.append(made);
  return made;
}

/** @param {HTMLElement} status @param {string} look @param {string} words */
function say(status, look, words) {
  status.className = look;
  status.textContent = words;
}

/**
 * The field that the server calls so, or the first of those that it is made of, or the one that it is a part of.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function fieldAt(form, name) {
  const fields = fieldsOf(form);
  return fields.find((one) => one.name === name) ?? fields.find((one) => one.name.startsWith(`${name}.`) || name.startsWith(`${one.name}.`));
}

/** @param {Field} field @param {"fault" | "note"} kind @param {string} words */
function showUnder(field, kind, words) {
  const id = `${field.id || field.name}-${kind}`;
  const shown = document.getElementById(id) ?? element("p", kind);
  shown.id = id;
  shown.textContent = words;
  if (!shown.isConnected) field.after(shown);
  field.setAttribute("aria-describedby", [...new Set([...(field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean), id])].join(" "));
}

/** @param {HTMLFormElement} form */
function clearFaults(form) {
  for (const one of fieldsOf(form)) one.removeAttribute("aria-invalid");
  for (const shown of form.querySelectorAll(".fault, .note")) shown.textContent = "";
}
