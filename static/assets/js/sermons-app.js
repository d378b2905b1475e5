// The sermon app's own page: the first visit is noted once, whoever opens how many tabs.
import { attribute } from "./attribution.js";
import { find } from "./elements.js";

attribute();
noteVisit();

async function noteVisit() {
  try {
    const response = await fetch("/api/sermons/log-first-visit", { method: "POST", headers: { Accept: "application/json" } });
    if (response.ok && (await response.json()).first) find(document, "[data-welcome]").hidden = false;
  } catch {
    // the next visit notes it
  }
}
