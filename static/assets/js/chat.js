// The chat page.

import { find } from "./elements.js";
import { Chat, bindAbout } from "./room.js";

const root = find(document, "[data-chat]");
const data = /** @type {import("./room.js").PageData} */ (JSON.parse(find(document, "#chat-data").textContent ?? ""));
new Chat(root, data);
bindAbout(root);
root.dataset.ready = "";
