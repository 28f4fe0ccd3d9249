import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Role } from "@tms/proto/tms/game/v1/member";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joinTeam, newEmail } from "../harness/people.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller } from "./walk/filled-game.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium)(
  "nobody is removed, lowers their own role or leaves a team by one click",
  async () => {
    const owner = await newCaller({ email: newEmail(), name: "Ada Lovelace" });
    const game = await emptyGame(owner, "Shared");
    const system = { urls: inject("urls"), token: inject("tokens").test };
    const environment = game.environments.test.id;
    for (const [name, role] of [
      ["Grace Hopper", Role.OWNER],
      ["Alan Turing", Role.VIEWER],
    ] as const) {
      const { person } = await newCaller({ email: newEmail(), name });
      await joinTeam(system, environment, { userId: person.id, role });
    }
    const { page, context, faults } = await visitor(browser);
    await page.goto(`/dashboard/g/${game.id}/test/team`);
    await signIn(page, owner.person.email);
    const dialog = page.getByRole("dialog");
    const inDialog = (name: string) => dialog.getByRole("button", { name });

    await page.getByRole("button", { name: "Remove Alan Turing" }).click();
    await dialog.getByText("Alan Turing loses all access to Shared").waitFor();
    await inDialog("Back").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove Alan Turing" }).click();
    await inDialog("Remove member").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("main").getByText("Alan Turing").waitFor({ state: "detached" });

    const myRole = page.getByRole("combobox", { name: "Role of Ada Lovelace" });
    await myRole.click();
    await page.getByRole("option", { name: "Developer" }).click();
    await dialog.getByText("You cannot give yourself the old role back").waitFor();
    await inDialog("Back").click();
    expect(await myRole.inputValue()).toBe("Owner");
    await myRole.click();
    await page.getByRole("option", { name: "Developer" }).click();
    await inDialog("Become developer").click();
    // From now on the page offers what a developer may do.
    await page.getByRole("button", { name: "Invite" }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Leave the team" }).click();
    // The game that was left is gone from the list before it is read anew.
    const read = Promise.withResolvers<void>();
    await page.route("**/game?*", async (route) => {
      await read.promise;
      await route.continue();
    });
    await inDialog("Leave team").click();
    await page.getByRole("heading", { name: "Create your first game" }).waitFor();
    read.resolve();
    await page.unrouteAll({ behavior: "wait" });
    expect(faults).toEqual([]);
    await context.close();
  },
);
