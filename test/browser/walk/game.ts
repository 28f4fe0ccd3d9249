import type { Page } from "playwright-core";

/** A game by the path of its pages. */
export interface WalkedGame {
  id: string;
  name: string;
}

/** Creates a game from the list of games; ends at the first steps in its test environment. */
export async function createGame(page: Page, name: string): Promise<WalkedGame> {
  await page.getByRole("link", { name: "Create a game" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  const id = /\/g\/([^/]+)\//.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`no game is shown at ${page.url()}`);
  return { id, name };
}

/** Goes to a page of the environment by the navigation. */
export async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: label }).click();
  await page.getByRole("heading", { name: label, level: 1 }).waitFor();
}

/** Chooses the environment in which the pages are. */
export async function switchTo(page: Page, mode: "Live" | "Test"): Promise<void> {
  await page.getByRole("radiogroup", { name: "Environment" }).getByText(mode).click();
  await page.waitForURL(`**/${mode.toLowerCase()}/tournaments`);
}

/** Creates a key on the page of keys; returns its secret, which is shown this once. */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  return await page.getByRole("region", { name: "Secret" }).innerText();
}

/** Revokes a key on the page of keys. */
export async function revokeKey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("row", { name }).getByText("revoked").waitFor();
}

/** The id of the environment of the open page, as the settings show it. */
export async function environmentOf(page: Page): Promise<string> {
  await goTo(page, "Settings");
  const ids = page.getByRole("main").getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  // Live stands first.
  return await ids.nth(page.url().includes("/test/") ? 1 : 0).innerText();
}
