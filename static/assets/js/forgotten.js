// Conversations that this browser has forgotten and the server not yet.

const key = "narthex:forget";

/** @typedef {{ churchId: string, sessionId: string }} Forgotten */

/** @returns {Forgotten[]} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(key) || "[]");
  } catch {
    return [];
  }
}

/** @param {Forgotten[]} list */
function store(list) {
  try {
    if (list.length > 0) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
  } catch {
    // no storage: it is tried as long as the page is open
  }
}

/**
 * Notes that a conversation is to be deleted, before the server is asked: the page may be closed while it is.
 * @param {Forgotten} conversation
 */
export function noteForgotten(conversation) {
  store([...stored(), conversation]);
}

/**
 * Asks the server for all that is to be deleted of one church. Gives false if it could not be reached for any of it.
 * @param {import("./client.js").Client} client
 */
export async function deleteForgotten(client) {
  let all = true;
  for (const { churchId, sessionId } of stored()) {
    if (churchId !== client.churchId) continue;
    try {
      await client.forget(sessionId);
    } catch {
      all = false;
      continue;
    }
    store(stored().filter((other) => other.sessionId !== sessionId));
  }
  return all;
}
