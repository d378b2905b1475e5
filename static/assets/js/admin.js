// What every page of the admin's house does.
import { saveForms } from "./save.js";

// The link that was followed is the key to the church: it shall not stay in the address bar, where others see it.
if (/^\/admin\/[0-9a-f-]{36}$/i.test(location.pathname)) {
  const here = document.querySelector(".tabs [aria-current=page], .tabs [aria-current]")?.getAttribute("href");
  history.replaceState(null, "", here ?? "/admin");
}
saveForms();
