// Whether a page is light or dark.

/**
 * The theme for a panel on this page.
 * @param {string | null} wanted what the site asks for
 * @returns {"light" | "dark" | "auto"}
 */
export function themeOfPage(wanted) {
  if (wanted === "light" || wanted === "dark" || wanted === "auto") return wanted;
  for (const element of [document.body, document.documentElement]) {
    const lightness = element ? lightnessOf(getComputedStyle(element).backgroundColor) : undefined;
    if (lightness !== undefined) return lightness < 0.4 ? "dark" : "light";
  }
  const schemes = getComputedStyle(document.documentElement).colorScheme || "";
  if (!schemes.includes("dark")) return "light";
  return schemes.includes("light") ? "auto" : "dark";
}

/**
 * How light a colour is, from 0 to 1, roughly; undefined where one sees through it.
 * @param {string} color as browsers compute it
 */
function lightnessOf(color) {
  const [a = 0, b = 0, c = 0, alpha = 1] = (color.match(/[\d.]+/g) || []).map(Number);
  if (!color || alpha < 0.5) return undefined;
  if (color.startsWith("rgb")) return (0.2126 * a + 0.7152 * b + 0.0722 * c) / 255;
  if (color.startsWith("ok")) return a;
  if (color.startsWith("l")) return a / 100;
  return undefined;
}
