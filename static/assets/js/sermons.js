// The pages of the sermon app for people who are not signed in.
import { attribute } from "./attribution.js";
import { remember, remembered } from "./remembered.js";

remember();

const form = document.querySelector("[data-signup]");
if (form) {
  const tradition = /** @type {HTMLSelectElement} */ (form.querySelector("#tradition"));
  let touched = tradition.value !== "" || form.getAttribute("data-signup") === "again"; // also none is a choice
  tradition.addEventListener("change", () => (touched = true));
  const known = remembered("tradition");
  if (!touched && [...tradition.options].some((option) => option.value === known)) tradition.value = known;
  const ref = /** @type {HTMLInputElement} */ (form.querySelector("[data-ref]"));
  if (!ref.value) ref.value = remembered("ref");
}

// Somebody has just signed up: the address may be confirmed in another browser, where nothing is known of the invitation.
if (document.querySelector('[data-sent="signup"]')) attribute();
