import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { Role } from "@tms/proto/tms/game/v1/member";
import { newEmail } from "../harness/people.ts";
import { published } from "../harness/tournament.ts";
import {
  createKey,
  findLink,
  goTo,
  readMail,
  signIn,
  signOut,
  signUp,
  switchTo,
} from "./actions.ts";
import { createGame, newCaller } from "./games.ts";
import { expect, inject, newMember, newSession, test } from "./test.ts";

test("joins a person to a team by a mailed link", async ({ game, open }) => {
  const email = newEmail();
  const owner = await game.open("team");
  await owner.getByRole("button", { name: "Invite" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await owner.getByRole("option", { name: "Developer" }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await owner.getByRole("main").getByText(email).waitFor();

  const guest = await open(findLink(await readMail(owner, email, /invites you/)));
  await guest.getByRole("link", { name: "Create account" }).click();
  await guest.getByRole("heading", { name: "New account" }).waitFor();
  // The invitation is a secret. A query would be sent, and logged on the way.
  expect(guest.url()).not.toContain("token");
  await signUp(guest, email, "Grace Hopper");
  await guest.getByRole("button", { name: "Join team" }).click();
  await guest.getByRole("heading", { name: "Tournaments", level: 1 }).waitFor();
  await owner.reload();
  await owner.getByText("No open invitations").waitFor();
  await owner.getByRole("combobox", { name: "Role of Grace Hopper" }).waitFor();
});

/** The pages of an environment, and the action of each. */
const ACTIONS = [
  ["Tournaments", "link", "Create"],
  ["API keys", "button", "Create key"],
  ["Webhooks", "button", "Add endpoint"],
  ["Team", "button", "Invite"],
  ["Settings", "button", "Rename"],
] as const;

async function readActions(page: Page): Promise<string[]> {
  const offered: string[] = [];
  for (const [label, role, name] of ACTIONS) {
    await goTo(page, label);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    if ((await page.getByRole("main").getByRole(role, { name }).count()) > 0) offered.push(name);
  }
  return offered;
}

test.for([
  [Role.VIEWER, []],
  [Role.DEVELOPER, ["Create", "Create key", "Add endpoint"]],
  [Role.OWNER, ["Create", "Create key", "Add endpoint", "Invite", "Rename"]],
] as const)("offers a member of role %i %j", async ([role, actions], { game }) => {
  const member = await newMember(game.environments.test.id, "Grace Hopper", role);
  expect(await readActions(await game.open("tournaments", { as: member }))).toEqual(actions);
});

test("asks before a person removes a member, gives up a role or leaves", async ({ game }) => {
  const owner = await newMember(game.environments.test.id, "Grace Hopper", Role.OWNER);
  await newMember(game.environments.test.id, "Alan Turing", Role.VIEWER);
  const page = await game.open("team", { as: owner });
  const dialog = page.getByRole("dialog");
  const inDialog = (name: string) => dialog.getByRole("button", { name });

  await page.getByRole("button", { name: "Remove Alan Turing" }).click();
  await dialog
    .getByText("Alan Turing immediately loses all access to both environments of Star Racer")
    .waitFor();
  await inDialog("Back").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove Alan Turing" }).click();
  await inDialog("Remove member").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("main").getByText("Alan Turing").waitFor({ state: "detached" });

  const myRole = page.getByRole("combobox", { name: "Role of Grace Hopper" });
  await myRole.click();
  await page.getByRole("option", { name: "Developer" }).click();
  await dialog.getByText("You cannot restore your current role").waitFor();
  await inDialog("Back").click();
  expect(await myRole.inputValue()).toBe("Owner");
  await myRole.click();
  await page.getByRole("option", { name: "Developer" }).click();
  await inDialog("Change role to developer").click();
  await page.getByRole("button", { name: "Invite" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Leave team" }).click();
  // The list of games omits the game before it is read again.
  const read = Promise.withResolvers<void>();
  await page.route("**/game?*", async (route) => {
    await read.promise;
    await route.continue();
  });
  await inDialog("Leave team").click();
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
  read.resolve();
  await page.unrouteAll({ behavior: "wait" });
});

test("leads back to the sign-in when the session ends elsewhere", async ({ game, open }) => {
  const member = await newMember(game.environments.test.id, "Grace Hopper", Role.VIEWER);
  const there = await game.open("tournaments", { as: member, expects: /401/ });
  await there.getByText("No tournaments yet").waitFor();
  const here = await open("/dashboard/account", { as: member });
  const ends = here.getByRole("button", { name: "End session at" });
  await ends.first().waitFor();
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().click();
    await ends.nth(left - 1).waitFor({ state: "detached" });
  }
  // The page notices without a click.
  await there.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(there, member.person.email);
  await there.getByText("No tournaments yet").waitFor();
});

test("replaces a forgotten password by a mailed link", async ({ open }) => {
  const { person } = await newCaller();
  const page = await open("/dashboard/sign-in", { expects: /401.*\/auth\/sign-in/ });
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Password reset" }).waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.getByText("we sent a link to this address").waitFor();
  await page.goto(findLink(await readMail(page, person.email, /new password/)));
  const password = "amber-kettle-piano-37";
  await page.getByRole("textbox", { name: "New password" }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
  await signOut(page);
  await signIn(page, person.email);
  await page.getByRole("alert").waitFor();
  await signIn(page, person.email, password);
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
});

test("signs a command line in by a code that the person types", async ({ open }) => {
  const member = await newCaller();
  const page = await open("/dashboard/device?code=WDJB-MJHT", { as: member });
  await page.getByText("Never enter a code that someone sent you").waitFor();
  const field = page.getByRole("textbox", { name: "Code" });
  expect(await field.inputValue()).toBe("");

  const ask = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    return { status: answer.status(), body: (await answer.json()) as Record<string, string> };
  };
  const { deviceCode = "", userCode = "" } = (await ask("/auth/device", {})).body;
  await field.fill(userCode);
  await page.getByRole("button", { name: "Approve sign-in" }).click();
  await page.getByText("is signed in as you").waitFor();
  const { status, body } = await ask("/auth/token", { deviceCode });
  expect([status, body]).toMatchObject([200, { user: { email: member.person.email } }]);
});

test("separates live from test", async ({ game }) => {
  await published(game.api, { name: "Winter final" });
  const page = await game.open("tournaments");
  await page.getByText("Winter final").waitFor();
  await page.getByText("Nothing here affects live").waitFor();
  await switchTo(page, "Live");
  await page.getByText("No tournaments yet").waitFor();
  expect(await page.getByText("Nothing here affects live").count()).toBe(0);
  await goTo(page, "API keys");
  await page.getByText("No API keys yet").waitFor();
  expect(await createKey(page, "Match server")).toMatch(/^tms_live_/);
  await switchTo(page, "Test");
  await page.getByText("Winter final").waitFor();
});

test("shows a person nothing of the person who was signed in before", async ({ open }) => {
  const first = await newCaller();
  const { id } = await createGame(first, "Star Racer");
  const look = { as: first, expects: /404/ };
  const page = await open(`/dashboard/g/${id}/test/tournaments`, look);
  await page.getByText("Star Racer").waitFor();
  // The second person signs in in another tab.
  const { cookies } = await newSession(inject("baseUrl"), await newCaller());
  await page.context().addCookies(cookies);
  const laterThanToken = Date.now() + 3_600_000;
  await page.clock.setFixedTime(laterThanToken);
  await page.getByText("The game was not found.").waitFor();
  await page.getByText("Star Racer").waitFor({ state: "detached" });
});

test("gives a page of another port nothing by the session's cookie", async ({ open }) => {
  const page = await open("/dashboard/", { as: await newCaller() });
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
  const stranger = createServer((_, response) => response.end("<!doctype html><p>Hello</p>"));
  stranger.listen(0, "127.0.0.1").unref();
  await once(stranger, "listening");
  const theirs = await page.context().newPage();
  await theirs.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
  const steal = (options: string) =>
    theirs.evaluate(`fetch(${JSON.stringify(`${inject("baseUrl")}/auth/refresh`)}, {
      method: "POST", credentials: "include", body: "{}", ${options}
    }).then((answer) => answer.text(), () => "")`);
  expect(await steal(`headers: { "content-type": "application/json" }`)).toBe("");
  expect(await steal(`mode: "no-cors", headers: { "content-type": "text/plain" }`)).toBe("");
  // The session goes on.
  await page.reload();
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
  stranger.close();
});
