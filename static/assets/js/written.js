// Answers as visitors see them: what is there as Markdown is shown by the module that shows it in the chat.
import { markdownIn } from "./markdown.js";

for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-markdown]"))) {
  const source = shown.textContent ?? "";
  shown.replaceChildren();
  shown.classList.replace("said-text", "prose");
  markdownIn(shown)(source);
}
