import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { sample } from "../harness/sample.ts";
import { expect } from "./test.ts";

// The folder for pictures of all pages, if a person wants to see them.
const PICTURES = process.env["TMS_TEST_PICTURES"];

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Rules of accessibility. A theme changes colours only, and a width changes everything else. */
const RULES = {
  all: {},
  colours: { runOnly: { type: "rule", values: COLOUR_RULES } },
  "all but colours": {
    rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
} satisfies Record<string, RunOptions>;

/** A theme and a width, and the rules that they can break. */
interface Look {
  theme: "light" | "dark";
  width: number;
  rules: keyof typeof RULES;
}

const [WIDE, NARROW] = [1_440, 360];
const USUAL: Look = { theme: "light", width: WIDE, rules: "all" };
const OTHERS: readonly Look[] = [
  { theme: "dark", width: WIDE, rules: "colours" },
  { theme: "light", width: NARROW, rules: "all but colours" },
];

/** Adds looks to pages: the usual look to each page, and each other look to `count` of the pages. */
export function withLooks<P>(pages: readonly P[], count: number) {
  const others = pages.flatMap((page) => OTHERS.map((look) => ({ page, look })));
  const drawn = sample(others, OTHERS.length * count);
  return pages.map((page) => ({
    page,
    looks: [USUAL, ...drawn.filter((other) => other.page === page).map(({ look }) => look)],
  }));
}

/** Checks a page for serious faults of accessibility, and that it fits its window. */
export async function inspect(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const { theme, width, rules } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html:is([data-mantine-color-scheme=${theme}], ${OTHER_SITE})`).waitFor();
    await page.evaluate(END_TRANSITIONS);
    expect.soft(await findFaults(page, rules)).toEqual([]);
    await expect.poll(() => isTooWide(page), { message: `${page.url()} is too wide` }).toBe(false);
    if (PICTURES === undefined) continue;
    await mkdir(PICTURES, { recursive: true });
    const path = join(PICTURES, `${name}-${theme}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
  }
}

// The documentation follows the system's theme by style sheets alone.
const OTHER_SITE = ":not([data-mantine-color-scheme])";

// Runs in the page. The colours of a transition are of neither theme.
const END_TRANSITIONS = `for (const animation of document.getAnimations())
  if (animation instanceof CSSTransition) animation.finish();`;

/** Returns the serious faults of a page for people who see badly or use no mouse. */
export async function findFaults(page: Page, rules: Look["rules"] = "all"): Promise<string[]> {
  // To load the library takes as long as to check some rules.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ["violations"], ...RULES[rules] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Returns whether a page is wider than its window. */
export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) === true;
