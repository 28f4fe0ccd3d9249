import type { Page } from "playwright-core";
import { created } from "../harness/tournament.ts";
import { expect, test } from "./test.ts";

/** Loses the next answer to a change: the service performs it, and the page never hears of it. */
async function loseAnswer(page: Page, path: RegExp): Promise<string[]> {
  const keys: string[] = [];
  await page.route(path, async (route, request) => {
    keys.push((await request.headerValue("idempotency-key")) ?? "");
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  return keys;
}

test("repeats a change without an answer under its key", async ({ game }) => {
  const page = await game.open("tournaments/new", { expects: /ERR_/ });
  const keys = await loseAnswer(page, /tournament\/create/);
  await page.getByRole("textbox", { name: "Name" }).fill("Friday Open");
  const create = page.getByRole("button", { name: "Create tournament" });
  await create.click();
  await page.getByText("The server could not be reached").waitFor();
  await create.click();
  await page.getByRole("heading", { name: "Friday Open" }).waitFor();
  expect((await game.api.get("/tournament")).body.tournaments).toHaveLength(1);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("keeps a dialog open while it sends", async ({ game: { api, open } }) => {
  await api.post("/wallet/ada/deposit", { amount: 1 });
  const page = await open("gamers/ada");
  const answer = Promise.withResolvers<void>();
  await page.route(/deposit/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Deposit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("7.25");
  await dialog.getByRole("button", { name: "Deposit" }).click();
  await page.keyboard.press("Escape");
  expect(await dialog.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  answer.resolve();
  await dialog.waitFor({ state: "detached" });
});

test("never turns an open dialog into the dialog of another action", async ({ game }) => {
  const path = await created(game.api);
  const page = await game.open(path.slice(1).replace("tournament", "tournaments"));
  const publish = page.getByRole("button", { name: "Publish tournament" });
  await publish.click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Publish tournament");
  await publish.click();
  await dialog.waitFor();
  await game.api.patch(`${path}/publish`);
  await page.getByRole("button", { name: "End tournament", includeHidden: true }).waitFor();
  expect(await dialog.count()).toBe(0);
});

test("gives the focus back to a menu whose item opened a dialog", async ({ game }) => {
  const path = await created(game.api);
  const page = await game.open(path.slice(1).replace("tournament", "tournaments"));
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await page.getByRole("menuitem", { name: "Cancel tournament" }).press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const focused = page.locator(":focus");
  await expect.poll(() => focused.getAttribute("aria-label")).toBe("More actions");
});

test("applies a filter whose date is typed, once its year is whole", async ({ game }) => {
  const path = await created(game.api);
  const { body } = await game.api.get(path);
  const page = await game.open("tournaments");
  await page.getByText(body.tournament.name).first().waitFor();
  await page.getByLabel("Ends on or after").focus();
  await page.keyboard.type("05012999", { delay: 50 });
  await page.waitForURL(/endsFrom=2999-05-01/);
  await page.getByText("No tournaments match these filters").waitFor();
});

test("takes no year with five digits", async ({ game }) => {
  const page = await game.open("tournaments/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Friday Open");
  await page.getByLabel("Ends", { exact: true }).focus();
  await page.keyboard.type("050120300600PM");
  expect(await page.getByLabel("Ends", { exact: true }).inputValue()).toBe("2030-05-01T18:00");
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Friday Open");
});

test("stays on the page to which a person went while a form was sent", async ({ game }) => {
  const page = await game.open("tournaments/new");
  const answer = Promise.withResolvers<void>();
  await page.route(/tournament\/create/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("textbox", { name: "Name" }).fill("Friday Open");
  await page.getByRole("button", { name: "Create tournament" }).click();
  await page.getByRole("link", { name: "Team" }).click();
  await page.getByRole("heading", { name: "Team" }).waitFor();
  answer.resolve();
  await page.getByText("Friday Open was created.").waitFor();
  expect(await page.getByRole("heading", { name: "Team" }).count()).toBe(1);
});

test("sends a wrong current password once", async ({ owner, open }) => {
  const page = await open("/dashboard/account", { as: owner.caller, expects: /401/ });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.url());
  });
  await page.getByLabel("Current password").fill("a wrong password");
  await page.getByLabel("New password").fill("correct horse battery staple 7");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("alert").waitFor();
  expect(sent).toHaveLength(1);
});
