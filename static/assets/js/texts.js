// Interface texts in the page's language.

/** @typedef {((key: string, values?: Record<string, string | number>) => string) & { has: (key: string) => boolean }} Texts */

/**
 * Returns a look-up in the texts that the page brought along. {name} in a text stands for a value.
 * @param {Record<string, string>} texts
 * @returns {Texts}
 */
export function textsFrom(texts) {
  const text = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => {
    if (!(key in texts)) throw new Error(`no text ${key}`);
    return texts[key].replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
  };
  return Object.assign(text, { has: (/** @type {string} */ key) => key in texts });
}
