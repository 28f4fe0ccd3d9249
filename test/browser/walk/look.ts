import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
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

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Has the visitor's system prefer a theme, and waits until the dashboard has it. */
export async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}
/** Waits until nothing is a placeholder any more. */
const isRead = (page: Page): Promise<void> =>
  page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });

/** Closes the dialog that was looked at. */
export async function leave(page: Page, { opens }: Sight): Promise<void> {
  if (opens === undefined) return;
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

// Another theme differs from the first in nothing else.
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What is seriously wrong with a page for people who cannot see it well, or use no mouse. */
export async function seriousFindings(page: Page, theme: Theme): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (theme === "dark" ? axe.withRules(OF_COLOURS) : axe).analyze();
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
