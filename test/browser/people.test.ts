import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { newEmail } from "../harness/people.ts";
import { mailTo, signIn, signOut, signUp } from "./walk/account.ts";
import { emptyGame, filledGame, newCaller } from "./walk/filled-game.ts";
import { createKey, goTo, switchTo } from "./walk/game.ts";
import { invite, offeredActions } from "./walk/team.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasChromium).for([
  ["Viewer", []],
  ["Developer", ["Create", "Create key", "Add endpoint"]],
  ["Owner", ["Create", "Create key", "Add endpoint", "Invite", "Rename"]],
] as const)(
  "who is invited as %s joins by the mailed link and is offered %o",
  async ([role, actions]) => {
    const [owner, guest, email] = [await visitor(browser), await visitor(browser), newEmail()];
    const caller = await newCaller();
    const { id } = await emptyGame(caller, "Shared");
    await owner.page.goto(`/dashboard/g/${id}/test/team`);
    await signIn(owner.page, caller.person.email);
    await invite(owner.page, email, role);
    const mail = await mailTo(guest.context, email, /invites you/);
    await guest.page.goto(/http\S+#token=\S+/.exec(mail)?.[0] ?? "there is no link");
    await guest.page.getByRole("link", { name: "Create an account" }).click();
    await guest.page.getByRole("heading", { name: "Create your account" }).waitFor();
    // The invitation is a secret: what is in a query is sent, and logged on the way.
    expect(guest.page.url()).not.toContain("token");
    await signUp(guest.page, { email, name: "Grace Hopper" });
    await guest.page.getByRole("button", { name: "Join the team" }).click();
    await guest.page.getByRole("heading", { name: "Tournaments", level: 1 }).waitFor();
    expect(await offeredActions(guest.page)).toEqual(actions);
    await owner.page.reload();
    await owner.page.getByText("Nobody is invited").waitFor();
    await owner.page.getByText("Grace Hopper").waitFor();
    expect([...owner.faults, ...guest.faults]).toEqual([]);
    await Promise.all([owner.context.close(), guest.context.close()]);
  },
);

test.skipIf(!hasChromium)(
  "a session that is ended elsewhere leads back to the sign-in",
  async () => {
    const [here, there] = [await visitor(browser), await visitor(browser)];
    const { person, ...caller } = await newCaller();
    const { id } = await emptyGame({ person, ...caller }, "Left open");
    for (const { page } of [here, there]) {
      await page.goto(`/dashboard/g/${id}/test/tournaments`);
      await signIn(page, person.email);
      await page.getByText("No tournaments yet").waitFor();
    }
    await here.page.goto("/dashboard/account");
    const ends = here.page.getByRole("button", { name: "End the session at" });
    await ends.first().waitFor();
    for (let left = await ends.count(); left > 0; left--) {
      await ends.first().click();
      await ends.nth(left - 1).waitFor({ state: "detached" });
    }
    // Nothing is clicked there: the page notices by itself.
    await there.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(there.page, person.email);
    await there.page.getByText("No tournaments yet").waitFor();
    await Promise.all([here.context.close(), there.context.close()]);
  },
);

test.skipIf(!hasChromium)("a forgotten password is replaced by the mailed link", async () => {
  const { page, context, faults } = await visitor(browser);
  const { email } = await signUp(page);
  await signOut(page);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("is on its way").waitFor();
  const mail = await mailTo(context, email, /new password/);
  await page.goto(/http\S+#token=\S+/.exec(mail)?.[0] ?? "there is no link");
  const password = "amber-kettle-piano-37";
  await page.getByRole("textbox", { name: "New password" }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Create your first game" }).waitFor();
  await signOut(page);
  expect(faults).toEqual([]);
  await signIn(page, email);
  await page.getByRole("alert").waitFor();
  await signIn(page, email, password);
  await page.getByRole("heading", { name: "Create your first game" }).waitFor();
  await context.close();
});

test.skipIf(!hasChromium)(
  "a link brings no code along to the page that signs a command line in",
  async () => {
    const { page, context, faults } = await visitor(browser);
    await signUp(page);
    await page.goto("/dashboard/device?code=WDJB-MJHT");
    await page.getByText("Never enter one that somebody gave or sent you").waitFor();
    expect(await page.getByRole("textbox", { name: "Code" }).inputValue()).toBe("");
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "a command line is signed in by the code that it shows, as the one who enters it",
  async () => {
    const { page, context, faults } = await visitor(browser);
    const { email } = await signUp(page);
    const ask = async (path: string, data: object, headers = {}) => {
      const answer = await context.request.post(inject("baseUrl") + path, { data, headers });
      return { status: answer.status(), body: (await answer.json()) as Record<string, string> };
    };
    const { deviceCode = "", userCode = "" } = (await ask("/auth/device", {})).body;
    await page.goto("/dashboard/device");
    await page.getByRole("textbox", { name: "Code" }).fill(userCode);
    await page.getByRole("button", { name: "Sign it in" }).click();
    await page.getByText("it is signed in as you").waitFor();
    const { status, body } = await ask("/auth/token", { deviceCode });
    expect([status, body]).toMatchObject([200, { user: { email } }]);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)("live and test share nothing but the game's name and team", async () => {
  const { page, context, faults } = await visitor(browser);
  const caller = await newCaller();
  const { game: id } = await filledGame(caller);
  await page.goto(`/dashboard/g/${id}/test/tournaments`);
  await signIn(page, caller.person.email);
  await page.getByText("Winter final").waitFor();
  await page.getByText("Nothing here reaches live").waitFor();
  await switchTo(page, "Live");
  await page.getByText("No tournaments yet").waitFor();
  expect(await page.getByText("Nothing here reaches live").count()).toBe(0);
  await goTo(page, "API keys");
  await page.getByText("No key yet").waitFor();
  expect(await createKey(page, "Match server")).toMatch(/^tms_live_/);
  await switchTo(page, "Test");
  await page.getByText("Winter final").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test.skipIf(!hasChromium)(
  "a page of another port gets nothing by the session's cookie",
  async () => {
    const { page, context } = await visitor(browser);
    await signUp(page);
    const stranger = createServer((_, response) => response.end("<!doctype html><p>Hello</p>"));
    stranger.listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const theirs = await context.newPage();
    await theirs.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const tryIt = (options: string) =>
      theirs.evaluate(`fetch(${JSON.stringify(`${inject("baseUrl")}/auth/refresh`)}, {
      method: "POST", credentials: "include", body: "{}", ${options}
    }).then((answer) => answer.text(), () => "")`);
    expect(await tryIt(`headers: { "content-type": "application/json" }`)).toBe("");
    expect(await tryIt(`mode: "no-cors", headers: { "content-type": "text/plain" }`)).toBe("");
    // It has ended nothing either.
    await page.reload();
    await page.getByRole("heading", { name: "Create your first game" }).waitFor();
    await context.close();
    stranger.close();
  },
);
