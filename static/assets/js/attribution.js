// Tells the server by which invitation somebody came.
import { forget, remembered } from "./remembered.js";

/** Fired and forgotten: nobody waits for it, and a failure is tried again at the next visit. */
export async function attribute() {
  const ref = remembered("ref");
  if (!ref) return;
  try {
    const response = await fetch("/api/sermons/outreach-attribution", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ref }),
      keepalive: true,
    });
    if (response.ok && document.querySelector("[data-welcome]")) forget("ref"); // signed in: it is stamped for good
  } catch {
    // the next visit tells it
  }
}
