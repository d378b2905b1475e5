// Conversations that this browser has forgotten and the server not yet.

const key = "narthex:forget";

/** @typedef {{ churchId: string, sessionId: string }} Forgotten */

/** Those that the storage did not take: they are known as long as the page is open. @type {Forgotten[]} */
let unstored = [];

/** @returns {Forgotten[]} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(key) || "[]");
  } catch {
    return [];
  }
}

/**
 * Gives false if there is no storage, or no room in it.
 * @param {Forgotten[]} list
 */
function store(list) {
  try {
    if (list.length > 0) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/**
 * Notes that a conversation is to be deleted, before the server is asked: the page may be closed while it is.
 * @param {Forgotten} conversation
 */
export function noteForgotten(conversation) {
  if (!store([...stored(), conversation])) unstored.push(conversation);
}

/**
 * Asks the server for all that is to be deleted of one church. Gives false if it could not be reached for any of it.
 * @param {import("./client.js").Client} client
 */
export async function deleteForgotten(client) {
  let all = true;
  for (const { churchId, sessionId } of [...stored(), ...unstored]) {
    if (churchId !== client.churchId) continue;
    try {
      await client.forget(sessionId);
    } catch {
      all = false;
      continue;
    }
    /** @param {Forgotten} other */
    const left = (other) => other.sessionId !== sessionId;
    store(stored().filter(left));
    unstored = unstored.filter(left);
  }
  return all;
}
