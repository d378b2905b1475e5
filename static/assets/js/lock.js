// A name that one tab of this browser works under at a time.

/** How long (in milliseconds) it may take until one tab reads what another has stored; locks are faster. */
const storageLag = 300;

/**
 * Works under a name that one tab has at a time. Where there are no locks, or where they are refused, as by a browser that is
 * to keep nothing of this site, two tabs may do the same at once, which the server takes for one.
 * @param {string} name
 * @param {AbortSignal} signal ends the wait
 * @param {() => Promise<void>} work
 */
export async function withLock(name, signal, work) {
  if (!globalThis.navigator?.locks) return work();
  const since = performance.now();
  let begun = false;
  try {
    await navigator.locks.request(name, { signal }, async () => {
      begun = true;
      const waited = performance.now() - since > storageLag;
      if (waited) await new Promise((resolve) => setTimeout(resolve, storageLag));
      await work();
    });
  } catch (error) {
    if (signal.aborted) return;
    if (begun) throw error;
    await work(); // the lock was refused, and somebody waits for an answer
  }
}
