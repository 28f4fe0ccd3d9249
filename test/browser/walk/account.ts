import type { BrowserContext, Page } from "playwright-core";
import { newEmail, PASSWORD } from "../../harness/people.ts";

/** Signs somebody up, with the code that the mailbox page shows. Ends where they wanted to go. */
export async function signUp(page: Page, { email = newEmail(), name = "Ada Lovelace" } = {}) {
  if (!page.url().includes("/dashboard/sign-up")) await page.goto("/dashboard/sign-up");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  const mail = await mailTo(page.context(), email, /is your code/);
  await page.keyboard.type(/\b\d{6}\b/.exec(mail)?.[0] ?? "there is no code");
  await page
    .getByRole("button", { name: "Account" })
    .or(page.getByText("You are invited"))
    .first()
    .waitFor();
  return { email, name };
}

/** The newest mail to an address, as the mailbox page shows it once it is there. */
export async function mailTo(
  context: BrowserContext,
  email: string,
  about: RegExp,
): Promise<string> {
  const page = await context.newPage();
  await page.goto("/dashboard/mailbox");
  const mail = page.getByRole("article").filter({ hasText: email }).filter({ hasText: about });
  const text = await mail.first().innerText();
  await page.close();
  return text;
}

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs out by the account's menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
