// The list of FAQs.

// A FAQ that was created is shown by itself, with what else asks the same.
document.querySelector("[data-new]")?.addEventListener("saved", (event) => {
  const { url } = /** @type {CustomEvent<{ url: string }>} */ (event).detail;
  location.assign(`${url}?new`);
});
