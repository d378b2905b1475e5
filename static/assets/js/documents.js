// Documents: sending one, and following those that are being read.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-upload]"));
const list = document.querySelector("[data-documents]");
/** What a document may be at most, as the server has it; it is not sent for nothing. */
const largest = 20 * 1024 * 1024;
/** How often documents that are being read are looked at, milliseconds. */
const interval = 2000;

const field = /** @type {HTMLInputElement | null} */ (form?.elements.namedItem("file") ?? null);
const button = /** @type {HTMLButtonElement | null} */ (form?.querySelector("[type=submit]") ?? null);
/** A document is in another state than the page shows. */
let outdated = false;

/** Shows the page anew, unless that took a document from somebody who is about to send it. */
function showAnew() {
  outdated = true;
  if (!button?.disabled && !field?.files?.length) location.reload();
}

/** @param {string} look @param {string} words */
function say(look, words) {
  const status = /** @type {HTMLElement} */ (form?.querySelector("[role=status]"));
  status.className = look;
  status.textContent = words;
}

/** fetch cannot say how much has been sent. */
function send() {
  if (!form || !field || !button) return;
  const { upload = "", cut = "", large = "", sending = "", sent = "" } = form.dataset;
  const file = field.files?.[0];
  if (!file) return;
  if (file.size > largest) return say("problem", large);
  const content = new FormData(); // what says how to read the file must come before it
  content.append("visibility", /** @type {HTMLSelectElement} */ (form.elements.namedItem("visibility")).value);
  content.append("file", file);
  const bar = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  const cancel = /** @type {HTMLButtonElement} */ (form.querySelector("[data-cancel]"));
  const request = new XMLHttpRequest();
  const end = () => {
    bar.hidden = cancel.hidden = true;
    button.disabled = false;
  };
  request.upload.addEventListener("progress", ({ loaded, total }) => (bar.value = (100 * loaded) / total));
  request.addEventListener("load", () => {
    end();
    if (request.status === 202) {
      say("done", sent);
      field.value = ""; // some browsers bring it back
      return showAnew();
    }
    let detail = cut;
    try {
      detail = JSON.parse(request.responseText).detail ?? cut;
    } catch {
      // an answer of something between us and the server
    }
    say("problem", detail);
  });
  request.addEventListener("error", () => (end(), say("problem", cut)));
  request.addEventListener("abort", () => (end(), say("", "")));
  cancel.onclick = () => request.abort();
  bar.value = 0;
  bar.hidden = cancel.hidden = false;
  button.disabled = true;
  say("quiet", sending);
  request.open("POST", upload);
  request.setRequestHeader("Accept", "application/json");
  request.send(content);
}

field?.addEventListener("change", () => {
  if (outdated) showAnew();
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});

for (const bar of /** @type {NodeListOf<HTMLProgressElement>} */ (document.querySelectorAll("[data-done]"))) {
  bar.value = (100 * Number(bar.dataset.done)) / Number(bar.dataset.of);
}

/** @returns {HTMLElement[]} */
const unfinished = () => [.../** @type {NodeListOf<HTMLElement>} */ (list?.querySelectorAll("[data-status=queued], [data-status=working]") ?? [])];

/** The page is shown anew when a document is in another state; until then its bar moves. */
async function follow() {
  try {
    const response = await fetch("/api/admin/documents", { headers: { Accept: "application/json" } });
    if (response.ok) {
      const { documents } = await response.json();
      for (const row of unfinished()) {
        const now = documents.find((/** @type {{ id: string }} */ { id }) => id === row.dataset.document);
        if (now?.status !== row.dataset.status) {
          row.dataset.status = now?.status ?? "gone"; // which is not looked at again
          showAnew();
        }
        const bar = row.querySelector("progress");
        if (bar && now?.total > 0) bar.value = (100 * now.done) / now.total;
      }
    }
  } catch {
    // asked again
  }
  if (unfinished().length > 0) setTimeout(follow, interval);
}
if (unfinished().length > 0) setTimeout(follow, interval);
