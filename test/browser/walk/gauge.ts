import type { Page } from "playwright-core";

/** How smoothly a page was drawn while it scrolled. */
export interface Smoothness {
  frames: number;
  /** Between two frames. */
  longestFrameMs: number;
  /** Work of more than 50 ms, during which the page answers nobody. */
  longTasksMs: number[];
  /** The most rows that stood in the page at once. */
  mostRows: number;
}

/** When a page showed what somebody came for, counted from the request for it. */
export interface Paints {
  firstPaintMs: number;
  usefulMs: number;
}

// Runs in the page: one step a frame, from the top to the bottom.
const SCROLL = (label: string, stepPx: number) => `(async () => {
  const box = document.querySelector('[role=region][aria-label="${label}"]');
  const told = { frames: 0, longestFrameMs: 0, longTasksMs: [], mostRows: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) told.longTasksMs.push(Math.round(duration));
  });
  observer.observe({ type: "longtask" });
  const frame = () => new Promise(requestAnimationFrame);
  let before = await frame();
  for (;;) {
    box.scrollTop += ${stepPx};
    const now = await frame();
    told.frames++;
    told.longestFrameMs = Math.max(told.longestFrameMs, Math.round(now - before));
    told.mostRows = Math.max(told.mostRows, box.querySelectorAll("[role=row]").length);
    before = now;
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) break;
  }
  observer.disconnect();
  return told;
})()`;

/** Scrolls a table from its first row to its last, a step each frame. */
export const scrollThrough = async (page: Page, label: string, stepPx = 400) =>
  await page.evaluate<Smoothness>(SCROLL(label, stepPx));

// Runs in the page before anything else does.
const WATCH = (text: string) => `new MutationObserver((_, observer) => {
  if (window.useful !== undefined || !document.body?.textContent.includes(${JSON.stringify(text)}))
    return;
  observer.disconnect();
  requestAnimationFrame(() => { window.useful = performance.now(); });
}).observe(document, { childList: true, subtree: true, characterData: true });`;

// Runs in the page: what was drawn is told a frame or two later.
const TELL = `new Promise((tell) => {
  const look = () => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    if (window.useful === undefined || first === undefined) return requestAnimationFrame(look);
    tell({ firstPaintMs: Math.round(first.startTime), usefulMs: Math.round(window.useful) });
  };
  look();
})`;

/** Opens a page that no cache knows, and tells when it showed a text. */
export async function openCold(page: Page, path: string, text: string): Promise<Paints> {
  await page.addInitScript({ content: WATCH(text) });
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  return await page.evaluate<Paints>(TELL);
}
