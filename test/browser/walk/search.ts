import type { Page } from "playwright-core";

/** Finds something by the search that a key opens, and goes there; ends on its page. */
export async function find(page: Page, text: string, { title }: { title: string }): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search", exact: true }).fill(text);
  await page.getByRole("dialog").getByRole("button", { name: title }).first().click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}

/** Finds something as `find` does, by the keyboard alone: Enter opens what is selected. */
export async function findByKeys(
  page: Page,
  text: string,
  { title }: { title: string },
): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search", exact: true }).pressSequentially(text);
  const found = page.getByRole("dialog").locator("[data-selected]");
  await found.filter({ hasText: title }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}
