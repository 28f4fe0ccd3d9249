import type { Page } from "playwright-core";

/** Finds something by the search that a key opens, and goes there; ends on its page. */
export async function find(page: Page, text: string, { title }: { title: string }): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Search", exact: true }).fill(text);
  await page.getByRole("dialog").getByRole("button", { name: title }).first().click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}
