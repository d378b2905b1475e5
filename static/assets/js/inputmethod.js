// Keys that an input method takes: those of who writes Japanese, Chinese or Korean mean a part of a word, not what they say.

/** What browsers give as the code of such a key, all that Safari says of the one that ends a composition. */
const taken = 229;

/**
 * Whether a key is the input method's.
 * @param {KeyboardEvent} event
 */
export function isComposing(event) {
  return event.isComposing || event.keyCode === taken;
}
