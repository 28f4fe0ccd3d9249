import type { Locator, Page } from "playwright-core";

interface DecisionOptions {
  /** The button that opens the dialog. */
  opens: string;
  /** What is chosen in it, where there is a choice. */
  choice?: string;
  reason: string;
  /** The button that decides. */
  action: string;
}

/** Chooses a row of a table. */
export const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole("checkbox", { name: `Choose ${name}` }).check();

/** Decides on what is chosen, and waits until it is done. */
export async function decide(page: Page, options: DecisionOptions): Promise<void> {
  const { opens, choice, reason, action } = options;
  await page.getByRole("button", { name: opens }).click();
  const dialog = page.getByRole("dialog");
  if (choice !== undefined) await dialog.getByRole("radio", { name: choice }).check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: action }).click();
  await dialog.waitFor({ state: "detached" });
}

/** The rows of a table without its head, each as one line. */
export async function rowsOf(within: Locator, label: string): Promise<string[]> {
  const rows = within.getByRole("table", { name: label }).getByRole("row");
  await rows.nth(1).waitFor();
  const texts = await rows.allInnerTexts();
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, " "));
}
