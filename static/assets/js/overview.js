// The chart of the overview: what the table beside it says, as bars. Without this module the table says it alone.
import uPlot from "../vendor/uplot/uPlot.esm.js";

const height = 240; // pixels

/**
 * What a table says: the days as times in seconds, then a row for each column of numbers.
 * @param {HTMLTableElement} table
 */
function read(table) {
  const rows = [...table.tBodies[0].rows];
  const times = rows.map((row) => Date.parse(row.querySelector("time")?.dateTime ?? "") / 1000);
  const names = [...table.tHead?.rows[0].cells ?? []].slice(1).map((cell) => cell.textContent ?? "");
  return { names, data: [times, ...names.map((_, i) => rows.map((row) => Number(row.cells[i + 1].textContent)))] };
}

/** @param {string} name of a colour of the page */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * @param {HTMLElement} figure
 */
function draw(figure) {
  const table = figure.querySelector("table");
  if (!table) return;
  const { names, data } = read(table);
  const place = document.createElement("div");
  place.className = "chart";
  place.ariaHidden = "true"; // the table says it to whoever does not see it
  figure.querySelector("details")?.before(place);
  /** @type {any} uPlot has no types of its own here. */
  const Chart = uPlot;
  /** @type {any} */
  let chart;
  const paint = () => {
    chart?.destroy();
    const ink = colour("--muted"), line = colour("--line"), date = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", timeZone: "UTC" });
    const day = (/** @type {number} */ at) => date.format(new Date(at * 1000));
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const bars = (/** @type {number} */ i, /** @type {string} */ fill, /** @type {string} */ stroke) =>
      ({ label: names[i], fill, stroke, width: 1, paths: Chart.paths.bars({ size: [0.7, 40] }), points: { show: false } });
    chart = new Chart({
      width: place.clientWidth, height, cursor: { drag: { setScale: false } }, tzDate: (/** @type {number} */ at) => Chart.tzDate(new Date(at * 1000), "UTC"),
      // Half a day before the first and after the last, for their bars.
      scales: { x: { range: (/** @type {any} */ _, /** @type {number} */ first, /** @type {number} */ last) => [first - 43200, last + 43200] }, y: { range: (/** @type {any} */ _, /** @type {number} */ _low, /** @type {number} */ high) => [0, Math.max(4, high * 1.1)] } },
      axes: [
        { ...axis, values: (/** @type {any} */ _, /** @type {number[]} */ marks) => marks.map(day), incrs: [1, 2, 7, 14, 30].map((days) => days * 86400), space: 64 },
        { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000] },
      ],
      // What was answered without the model is a part of all questions, and stands before them.
      series: [{ label: table.tHead?.rows[0].cells[0].textContent, value: (/** @type {any} */ _, /** @type {number} */ at) => at == null ? "" : day(at) },
        bars(0, colour("--accent-soft"), colour("--accent")), bars(1, colour("--accent"), colour("--accent"))],
    }, data.slice(0, 3), place);
  };
  paint();
  new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
}

for (const figure of document.querySelectorAll("[data-chart]")) draw(/** @type {HTMLElement} */ (figure));
