import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { Sight } from "./sights.ts";

const SERIOUS = new Set(["serious", "critical"]);
// Where somebody wants to look at the pages themselves.
const PICTURES = process.env["TMS_TEST_PICTURES"];

/** Goes to a page within the dashboard and waits until it shows what it has. */
export async function goTo(page: Page, { path, shows, chooses, opens }: Sight): Promise<void> {
  // As a link does: to load everything anew for each page would take most of the time.
  await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`/dashboard${path}`)})`);
  // What has no room stands elsewhere, out of sight.
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await isRead(page);
  if (chooses !== undefined) await page.getByRole("checkbox", { name: chooses }).check();
  if (opens === undefined) return;
  await page.getByRole("main").getByRole("button", { name: opens }).click();
  await page.getByRole("dialog").waitFor();
  await isRead(page);
}

/** Has the visitor's system prefer a theme, and waits until the dashboard has it. */
export async function turn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
  await page.evaluate(END_TRANSITIONS);
}

// Runs in the page. A colour on its way to another is of neither theme.
const END_TRANSITIONS = `for (const animation of document.getAnimations())
  if (animation instanceof CSSTransition) animation.finish();`;

/** Waits until nothing is a placeholder any more. */
const isRead = (page: Page): Promise<void> =>
  page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });

/** Closes the dialog that was looked at. */
export async function leave(page: Page, { opens }: Sight): Promise<void> {
  if (opens === undefined) return;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The rules of a look. What a theme changes are colours, and what a width changes are none. */
const RULES = {
  all: {},
  colours: { runOnly: { type: "rule", values: OF_COLOURS } },
  "all but colours": {
    rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
  },
} satisfies Record<string, RunOptions>;

/** What is looked at, since colours take as long as everything else together. */
export type Rules = keyof typeof RULES;

/** What is seriously wrong with a page for people who cannot see it well, or use no mouse. */
export async function seriousFindings(page: Page, rules: Rules): Promise<string[]> {
  // To read it takes a page as long as to look at some of its rules.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ["violations"], ...RULES[rules] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => SERIOUS.has(impact ?? ""))
    .map(({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Keeps a picture of a page, if somebody asked for pictures. */
export async function picture(page: Page, name: string, variant: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}-${variant}.png`), fullPage: true });
}

/** Whether a page is wider than its window, so that people would have to push it about. */
export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) === true;
