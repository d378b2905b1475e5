// What every page of the admin's house does.
import { atFirstSign } from "./person.js";
import { saveForms } from "./save.js";
import { askBeforeLeaving } from "./unsaved.js";

// The link that was followed is the key to the church: it shall not stay in the address bar, where others see it.
if (/^\/admin\/[0-9a-f-]{36}$/i.test(location.pathname)) {
  const here = document.querySelector(".tabs [aria-current=page], .tabs [aria-current]")?.getAttribute("href");
  history.replaceState(null, "", here ?? "/admin");
  // The session that it began ends after an hour, for mail scanners follow links, unless something is asked for with it.
  atFirstSign(() => fetch("/api/admin/sessions", { headers: { Accept: "application/json" } }).catch(() => null));
}
saveForms();
askBeforeLeaving();

// How many changes there are in the draft, once something was saved in it.
const count = document.querySelector("[data-draft] [data-draft-count]");
if (count) {
  document.addEventListener("saved", async () => {
    const response = await fetch("/api/admin/draft", { headers: { Accept: "application/json" } }).catch(() => null);
    if (response?.ok) count.textContent = String((await response.json()).changes);
  });
}
