import type { Page } from "playwright-core";

// Runs in the page: scrolls one step per frame, from the top to the bottom.
const SCROLL = (label: string, stepPx: number) => `(async () => {
  const box = document.querySelector('[role=region][aria-label="${label}"]');
  let maxRows = 0;
  do {
    box.scrollTop += ${stepPx};
    await new Promise(requestAnimationFrame);
    maxRows = Math.max(maxRows, box.querySelectorAll("[role=row]").length);
  } while (box.scrollTop + box.clientHeight < box.scrollHeight - 1);
  return maxRows;
})()`;

/** Scrolls a table from its first row to its last. Returns the most rows in the page at once. */
export const scrollThrough = async (page: Page, label: string, stepPx = 400): Promise<number> =>
  await page.evaluate<number>(SCROLL(label, stepPx));
