// Which addresses an answer may link to, and how they are found in plain text.

const protocols = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Returns the address in its normal form if it may be linked to. It must be absolute, of a harmless kind, and must not
 * show one host while leading to another ("https://bank.example@evil.example").
 * @param {string} address
 * @returns {string | null}
 */
export function safeAddress(address) {
  if (/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]/.test(address)) return null;
  /** @type {URL} */
  let url;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!protocols.has(url.protocol) || url.username || url.password) return null;
  const web = url.protocol === "http:" || url.protocol === "https:";
  if (web && !/^https?:\/\//i.test(address)) return null; // "https:evil.example" is tolerated by browsers, not written by people
  return url.href;
}

/**
 * @param {string} address as safeAddress returned it
 * @param {(Node | string)[]} content
 */
export function linkTo(address, content) {
  const link = document.createElement("a");
  link.href = address;
  link.rel = "noopener noreferrer";
  if (/^https?:/.test(address)) link.target = "_blank"; // the conversation stays open
  link.append(...content);
  return link;
}

// The lengths are bounded so that a long text without a match costs no more than its length.
// Letters of all scripts may stand in an address as it is written, and the dash of "1914–1918"; other punctuation than ASCII's is of the
// sentence around it, which in Chinese, Japanese and Arabic goes on without a blank.
const bareAddress = /\bhttps?:\/\/[!#-;=?-~–\p{L}\p{M}\p{N}]{1,2000}|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;

/**
 * Turns text into nodes, with the web and mail addresses in it as links.
 * @param {string} text
 * @returns {Node[]}
 */
export function linkified(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(bareAddress)) {
    const shown = withoutPunctuation(match[0]);
    const address = safeAddress(/^https?:/i.test(shown) ? shown : "mailto:" + shown);
    if (!address) continue;
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(linkTo(address, [shown]));
    from = match.index + shown.length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/**
 * Leaves off what belongs to the sentence around an address rather than to it.
 * @param {string} address
 */
function withoutPunctuation(address) {
  for (;;) {
    const last = address.slice(-1);
    const unopened = last === ")" && !address.includes("(");
    if (!unopened && !".,;:!?'*_]}".includes(last)) return address;
    address = address.slice(0, -1);
  }
}
