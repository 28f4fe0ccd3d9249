import type { Locator, Page } from "playwright-core";
import { newEmail, PASSWORD } from "../harness/people.ts";

/** Fills in and sends the form of the sign-up, then types the code from the mailbox page. */
export async function signUp(page: Page, email = newEmail(), name = "Ada Lovelace") {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Email verification" }).waitFor();
  const mail = await readMail(page, email, /is your code/);
  await page.keyboard.type(/\b\d{6}\b/.exec(mail)?.[0] ?? "there is no code");
}

/** Waits for a mail to an address on the mailbox page. Returns its text. */
export async function readMail(page: Page, email: string, subject: RegExp): Promise<string> {
  const mailbox = await page.context().newPage();
  await mailbox.goto("/dashboard/mailbox");
  const mail = mailbox.getByRole("article").filter({ hasText: email }).filter({ hasText: subject });
  const text = await mail.first().innerText();
  await mailbox.close();
  return text;
}

/** Returns the link in a mail. */
export const findLink = (mail: string): string =>
  /http\S+#token=\S+/.exec(mail)?.[0] ?? "there is no link";

/** Fills in and sends the form of the sign-in. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs out by the account's menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

/** Goes to a page of the environment by the navigation. */
export async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: label }).click();
  await page.getByRole("heading", { name: label, level: 1 }).waitFor();
}

/** Switches to another environment of the game. */
export async function switchTo(page: Page, mode: "Live" | "Test"): Promise<void> {
  await page.getByRole("radiogroup", { name: "Environment" }).getByText(mode).click();
  await page.waitForURL(`**/${mode.toLowerCase()}/tournaments`);
}

/** Creates a key on the page of keys. Returns its secret. */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  return await page.getByRole("region", { name: "Secret" }).innerText();
}

/** Chooses a row of a table. */
export const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole("checkbox", { name: `Choose ${name}` }).check();

/** Opens a tab of a tournament. */
export const openTab = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("tab", { name }).click();

/** Decides on the chosen rows: `opens` and `action` are the buttons of a dialog with a reason. */
export async function decide(
  page: Page,
  {
    opens,
    choice,
    reason,
    action,
  }: Record<"opens" | "reason" | "action", string> & { choice?: string },
): Promise<void> {
  await page.getByRole("button", { name: opens }).click();
  const dialog = page.getByRole("dialog");
  if (choice !== undefined) await dialog.getByRole("radio", { name: choice }).check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: action }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Returns the rows of a table without its head, each as one line. */
export async function readRows(within: Locator, label: string): Promise<string[]> {
  const rows = within.getByRole("table", { name: label }).getByRole("row");
  await rows.nth(1).waitFor();
  const texts = await rows.allInnerTexts();
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, " "));
}

/** Adds an endpoint on the page of webhooks, and opens its page. Returns its secret. */
export async function addEndpoint(page: Page, url: string, kind: string): Promise<string> {
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "URL" }).fill(url);
  await dialog.getByRole("combobox", { name: "Events" }).click();
  await page.getByRole("option", { name: `All ${kind} events` }).click();
  await dialog.getByRole("textbox", { name: "Description" }).fill("Feeds the leaderboard");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  const line = await page.getByRole("region", { name: "Secret" }).innerText();
  await page.getByRole("link", { name: "Open endpoint" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  return line.replace("TMS_WEBHOOK_SECRET=", "");
}

/** Opens a dialog of the menu "More actions". */
export async function openAction(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

// A reload would remove this mark.
const MARK = "data-looked-at";

/** Marks a page. Returns a check that the page was not loaded again. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(`document.body.setAttribute("${MARK}", "")`);
  return async () => (await page.locator(`body[${MARK}]`).count()) === 1;
}
