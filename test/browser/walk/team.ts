import type { Page } from "playwright-core";
import { goTo } from "./game.ts";

/** What somebody can be in a team, as the pages call it. */
export type TeamRole = "Viewer" | "Developer" | "Owner";

/** Invites an address on the page of the team. */
export async function invite(page: Page, email: string, role: TeamRole): Promise<void> {
  await goTo(page, "Team");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "E-mail" }).fill(email);
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: role }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("main").getByText(email).waitFor();
}

/** The pages of an environment, and what a member who may can do on each. */
const ACTIONS = [
  ["Tournaments", "link", "Create"],
  ["API keys", "button", "Create key"],
  ["Webhooks", "button", "Add endpoint"],
  ["Team", "button", "Invite"],
  ["Settings", "button", "Rename"],
] as const;

/** What the pages let somebody do. */
export async function offeredActions(page: Page): Promise<string[]> {
  const offered: string[] = [];
  for (const [label, role, name] of ACTIONS) {
    await goTo(page, label);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    if ((await page.getByRole("main").getByRole(role, { name }).count()) > 0) offered.push(name);
  }
  return offered;
}
