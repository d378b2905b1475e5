// The form with which a church signs up.
import { find } from "./elements.js";

/**
 * @typedef {object} FormData what the page is told; formClient in admin/onboarding/form.go mirrors it
 * @property {string} plan
 * @property {string} interval
 * @property {string} termsVersion
 * @property {string} checkoutURL
 * @property {Record<string, string>} church what the directory knows of the church that is claimed
 * @property {Record<string, string>} texts
 */

/** What is typed is kept here until it is sent, so that nobody types it twice. */
const draftKey = "onboard_form_v2";
/** What the checkout reads. */
const dataKey = "cwa_onboard_data";
/** Where people need not be asked before news is sent to them. */
const unasked = ["US", "CA"];

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const form = /** @type {HTMLFormElement} */ (find(document, "[data-form]"));
const problem = find(form, "[data-problem]");
const submit = /** @type {HTMLButtonElement} */ (find(form, "[data-submit]"));
/** @type {FormData} */
const page = JSON.parse(document.querySelector("[data-form-data]")?.textContent ?? "{}");
const opened = Date.now();
/** The church that is claimed, which others may be called like; empty: none is. */
const claimed = page.church?.slug ?? "";
/** What somebody has chosen, so that the form does not choose it any more. */
const touched = { consent: false, zone: false };

/** @returns {Field[]} */
const fields = () => /** @type {Field[]} */ ([...form.elements].filter((one) => /** @type {Field} */ (one).name));

/** @param {string} name @returns {Field} */
const field = (name) => /** @type {Field} */ (find(form, `#${name}`));

/** @param {string} name @returns {string} */
const value = (name) => field(name).value.trim();

/** @param {Field} one @returns {one is HTMLInputElement} */
const isBox = (one) => one instanceof HTMLInputElement && one.type === "checkbox";

/** Everything that is filled in, by name. */
function filledIn() {
  /** @type {Record<string, any>} */
  const all = { addOns: [] };
  for (const one of fields()) {
    if (one.name === "addOns") {
      if (isBox(one) && one.checked) all.addOns.push(one.value);
    } else all[one.name] = isBox(one) ? one.checked : one.value.trim();
  }
  if (!statesOf(all.country)) all.state = "";
  return all;
}

/** @param {Record<string, any>} known */
function fill(known) {
  for (const one of fields()) {
    if (one.name === "addOns" && isBox(one)) one.checked = (known.addOns ?? []).includes(one.value);
    else if (isBox(one)) one.checked = one.name === "termsAccepted" ? one.checked : (known[one.name] ?? one.checked);
    else if (known[one.name]) one.value = known[one.name];
  }
}

/** @param {string} country */
const statesOf = (country) => form.querySelector(`#state [data-country="${CSS.escape(country)}"]`) !== null;

/**
 * Shows only those options that fit; one that does not is no longer chosen.
 * @param {Field} select
 * @param {(option: HTMLOptionElement) => boolean} fits
 */
function offer(select, fits) {
  for (const option of /** @type {HTMLSelectElement} */ (select).options) {
    const shown = option.value === "" || fits(option);
    option.hidden = option.disabled = !shown;
    if (!shown && option.selected) select.value = "";
  }
}

/** Shows what the other answers ask for. */
function cascade() {
  const country = value("country");
  find(form, "[data-state]").hidden = !statesOf(country);
  offer(field("state"), (option) => option.dataset.country === country);
  const family = value("churchFamily");
  find(form, "[data-denomination]").hidden = !family;
  offer(field("denomination"), (option) => {
    if (option.value === "other") return true;
    const countries = (option.dataset.countries ?? "").split(" ").filter(Boolean);
    return option.dataset.family === family && (countries.length === 0 || !country || countries.includes(country));
  });
  find(form, "[data-other]").hidden = value("denomination") !== "other";
  const consent = /** @type {HTMLInputElement} */ (field("marketingOptIn"));
  if (!touched.consent) consent.checked = unasked.includes(country);
}

/** The time zone follows the place until somebody chooses one. */
function followZone() {
  if (touched.zone) return;
  const state = /** @type {HTMLSelectElement} */ (field("state")).selectedOptions[0];
  if (state?.dataset.timezone) field("timezone").value = state.dataset.timezone;
}

/** @param {string} chosen */
function offerZones(chosen) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set(Intl.supportedValuesOf("timeZone"));
  for (const zone of [own, chosen, "UTC"]) if (zone) zones.add(zone);
  const select = field("timezone");
  for (const zone of [...zones].sort()) select.append(new Option(zone.replaceAll("_", " "), zone));
  select.value = chosen || own;
}

/**
 * What is the matter with a field as far as this page can tell; the server knows the rest.
 * @param {Field} one
 */
function faultOf(one) {
  if (one.closest("[hidden]") || one.name === "website") return "";
  if (isBox(one) ? one.required && !one.checked : one.required && !one.value.trim()) return page.texts["fault.missing"];
  if (one.type === "email" && one.value && !one.validity.valid) return page.texts["fault.invalid"];
  if (one.name === "backupEmail" && one.value && one.value.trim().toLowerCase() === value("email").toLowerCase()) return page.texts["fault.same"];
  if (one.name === "backupEmail" && !one.value && (value("backupName") || value("backupPhone"))) return page.texts["fault.missing"];
  return "";
}

/** @param {string} name @param {string} text */
function mark(name, text) {
  const one = form.querySelector(`#${CSS.escape(name)}`);
  if (one) one.setAttribute("aria-invalid", String(text !== ""));
  const fault = form.querySelector(`#${CSS.escape(name)}-fault`);
  if (fault) fault.textContent = text;
}

/** Marks all faults, and goes to the first. @returns {boolean} whether there is none */
function check() {
  /** @type {Field | undefined} */
  let first;
  for (const one of fields()) {
    if (one.name === "addOns") continue;
    const text = faultOf(one);
    mark(one.name, text);
    if (text) first ??= one;
  }
  problem.textContent = first ? page.texts["problem.invalid_form"] : "";
  first?.focus();
  return !first;
}

/** @param {{ code?: string, detail?: string, fields?: Record<string, string> }} refusal */
function refuse(refusal) {
  problem.textContent = refusal.detail ?? page.texts["problem.unreachable"];
  let first = "";
  for (const [name, text] of Object.entries(refusal.fields ?? {})) {
    mark(name, text);
    first ||= name;
  }
  const faulty = first && form.querySelector(`#${CSS.escape(first)}`);
  if (faulty instanceof HTMLElement) faulty.focus();
  else problem.focus();
}

async function send() {
  const data = {
    plan: page.plan, interval: page.interval, termsVersion: page.termsVersion, claimed, seconds: (Date.now() - opened) / 1000, ...filledIn(),
  };
  const response = await fetch("/api/onboard", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    body: JSON.stringify(data),
  });
  const answer = await response.json();
  if (!response.ok) return refuse(answer);
  if (!keep(dataKey, { ...data, touched, matchedChurchId: answer.matchedChurchId })) return refuse({ detail: page.texts["problem.storage"] });
  sessionStorage.removeItem(draftKey);
  location.assign(page.checkoutURL);
}

/** @returns {Record<string, any>} */
function draft() {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey) ?? sessionStorage.getItem(dataKey) ?? "{}");
  } catch {
    return {};
  }
}

/** What stays the same whichever church it is for. @param {Record<string, any>} typed */
const ofPeople = ({ contactName, email, phone, backupName, backupEmail, backupPhone, marketingOptIn, addOns }) =>
  ({ contactName, email, phone, backupName, backupEmail, backupPhone, marketingOptIn, addOns });

/** @param {string} key @param {object} content @returns {boolean} false: there is no storage, or it is full */
function keep(key, content) {
  try {
    sessionStorage.setItem(key, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

/** @returns {boolean} whether it is kept; the page has everything in any case */
const keepDraft = () => keep(draftKey, { ...filledIn(), touched, claimed });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (submit.disabled || !check()) return;
  if (!keepDraft()) return refuse({ detail: page.texts["problem.storage"] }); // the checkout could not read anything either
  submit.disabled = true;
  try {
    await send();
  } catch {
    refuse({});
  } finally {
    submit.disabled = false;
  }
});
form.addEventListener("input", (event) => {
  const { name } = /** @type {Field} */ (event.target);
  if (name === "marketingOptIn") touched.consent = true; // before the cascade, which would choose it once more
  if (name === "timezone") touched.zone = true;
  cascade();
  followZone();
  keepDraft();
});
form.addEventListener("change", (event) => {
  const one = /** @type {Field} */ (event.target);
  if (one.name !== "addOns") mark(one.name, faultOf(one));
});

const before = draft();
// What was typed before this church was claimed is not about it, but for who signs up, and what they wish.
const another = claimed !== "" && before.claimed !== claimed;
/** @type {Record<string, any>} */
const known = another ? { ...ofPeople(before), ...page.church } : { ...page.church, ...before };
Object.assign(touched, before.touched, another && { zone: Boolean(page.church.timezone) });
offerZones(known.timezone ?? "");
fill(known);
cascade();
fill(known); // what the first answers make room for
cascade();
form.hidden = false;
