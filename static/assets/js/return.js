// The page between the payment and the assistant: it asks until the assistant is set up, and does not ask for ever.
import { find } from "./elements.js";

// Milliseconds.
const pause = 2000;
const answerLimit = 4000;
const waitLimit = 30_000;

const mostPolls = 15;

const main = find(document, "[data-session]");
const progress = /** @type {HTMLProgressElement} */ (find(main, "[data-progress]"));
const address = `/api/onboard/check-setup?session_id=${encodeURIComponent(main.dataset.session ?? "")}`;

/** @returns {Promise<{ ready: boolean, email?: string, adminToken?: string }>} */
async function ask() {
  try {
    const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(answerLimit) });
    return response.ok ? await response.json() : { ready: false };
  } catch {
    return { ready: false }; // the network may be back the next time
  }
}

function forgetForm() {
  try {
    sessionStorage.removeItem("cwa_onboard_data");
  } catch {
    // no storage: there was nothing in it, and who has paid goes on
  }
}

/** Says that setting up is finishing, and that the link comes by mail. The server may answer all the same. */
function sayLater() {
  find(main, "[data-waiting]").hidden = true;
  find(main, "[data-later]").hidden = false;
}

setTimeout(sayLater, waitLimit);
for (let polls = 1; polls <= mostPolls; polls++) {
  const setup = await ask();
  if (setup.ready) {
    forgetForm();
    if (!setup.adminToken) { // only the browser that paid is given it, for an hour
      sayLater();
      break;
    }
    const thanks = new URL(main.dataset.thanks ?? "", location.href);
    thanks.searchParams.set("email", setup.email ?? "");
    thanks.searchParams.set("token", setup.adminToken);
    location.replace(thanks);
    break;
  }
  progress.value = polls;
  await new Promise((resolve) => setTimeout(resolve, pause));
}
