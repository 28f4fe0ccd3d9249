import type { Page } from "playwright-core";
import { expect } from "vitest";
import { goTo } from "./game.ts";

/** Opens a tournament from the list. */
export async function openTournament(page: Page, name: string): Promise<void> {
  await goTo(page, "Tournaments");
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/** Ends the open tournament with a gamer in the first place, and waits until it is paid out. */
export async function endWithWinner(page: Page, handle: string): Promise<void> {
  await page.getByRole("button", { name: "End now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Who comes first" }).fill(handle);
  await page.getByRole("option", { name: handle, exact: true }).click();
  // The next one is searched for anew.
  expect(await dialog.getByRole("combobox", { name: "Who comes next" }).inputValue()).toBe("");
  await dialog.getByRole("button", { name: "End with these ranks" }).click();
  await page.getByRole("main").getByText("Completed", { exact: true }).first().waitFor();
}
