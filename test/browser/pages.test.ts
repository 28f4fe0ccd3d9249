import { gzipSync } from "node:zlib";
import type { Locator } from "playwright-core";
import { joined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { createGame, newCaller, withKey } from "./games.ts";
import { inspect, isTooWide, withLooks } from "./look.ts";
import { leave, show, SIGHTS } from "./sights.ts";
import { createWindows, expect, inject, test } from "./test.ts";

// A page on a slow line begins with the entry script. Pages load the rest when they are looked at.
const MAX_BYTES = 250_000;

const walk = test.extend("walk", { scope: "file" }, async ({ browser, filled }, { onCleanup }) => {
  const windows = createWindows(browser);
  onCleanup(() => windows.close());
  const { id: emptyGame } = await createGame(filled.caller, "Another");
  const pages = {
    anybody: await windows.open("/dashboard/sign-in"),
    newcomer: await windows.open("/dashboard/", { as: await newCaller() }),
    owner: await windows.open("/dashboard/", { as: filled.caller }),
  };
  return { ...windows, pages, ids: { ...filled.ids, emptyGame } };
});

walk.for(withLooks(SIGHTS, 15))(
  "shows $page.name without errors and to everybody",
  async ({ page: sight, looks }, { walk: { pages, ids, faults, print }, onTestFailed }) => {
    onTestFailed(print);
    const page = pages[sight.walker];
    await show(page, sight, ids);
    await inspect(page, sight.name, looks);
    await leave(page, sight);
    expect(faults.splice(0)).toEqual([]);
  },
);

test("loads a small script first", async () => {
  const read = async (path: string) => await (await fetch(inject("baseUrl") + path)).text();
  const page = await read("/dashboard/");
  const scripts = page.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+\.js)"/g);
  const names = [...new Set(Array.from(scripts, ([, name = ""]) => name))];
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await read(name)).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(MAX_BYTES);
});

const PHONE = { width: 360, height: 640 };

/** Returns whether all of an element is between the sides of the window. */
async function isBetweenSides(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
}

test("says if a text cannot be copied", async ({ game: { api, open } }) => {
  const path = await published(api, { name: "Copied" });
  const page = await open(`tournaments/${idOf(path)}?tab=json`);
  // A page on plain http has no clipboard.
  await page.evaluate("delete Navigator.prototype.clipboard");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copy failed" }).waitFor();
});

test("shows tournaments, events and balances on a phone without pushing", async ({
  game: { api, open },
  owner,
}) => {
  await api.post("/wallet/ada/deposit", { amount: 120 });
  const path = await published(api, { name: "Second masters", entryFee: 2.5 });
  await joined(api, path, "ada");
  const page = await open(`tournaments/${idOf(path)}?tab=json`, { ...PHONE, as: owner.caller });
  const tab = page.getByRole("tab", { name: "JSON" });
  await tab.waitFor();
  // The list of tabs is scrolled to the tab, the page is not.
  await expect.poll(() => isBetweenSides(tab)).toBe(true);
  expect(await page.evaluate("scrollY")).toBe(0);
  const code = await page.getByRole("region", { name: /JSON/ }).boundingBox();
  const copy = page.getByRole("tabpanel").getByRole("button", { name: "Copy", exact: true });
  expect(code && code.x + code.width).toBeLessThanOrEqual((await copy.boundingBox())?.x ?? 0);

  const goTo = (rest: string) => page.goto(page.url().replace(/tournaments.*|events.*/, rest));
  await goTo("events?types=entry.*");
  const row = page.getByRole("row").filter({ hasText: "Gamer joined" });
  const subject = row.getByText("ada · Second masters").filter({ visible: true });
  await subject.waitFor();
  expect(await isBetweenSides(subject)).toBe(true);
  const time = row.getByRole("time").filter({ visible: true });
  expect(await isBetweenSides(time)).toBe(true);
  expect(await time.innerText()).toMatch(/ \d+:\d\d:\d\d /);
  await goTo("gamers/ada");
  const balance = page.getByText("balance $120.00").filter({ visible: true });
  await balance.waitFor();
  expect(await isBetweenSides(balance)).toBe(true);
  expect(await isTooWide(page)).toBe(false);
});

// Runs in the page. Returns the texts of elements that are wider than their box.
const CUT_OFF = `[...document.querySelectorAll("dd, dd *, main table, main [class*=ScrollContainer]")]
  .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
  .map((element) => element.innerText)`;

test("shows every digit of a ledger on a phone", async ({ open, owner: { caller } }) => {
  const terms = { name: "Star Racer", currency: "XBT", currencyDecimals: 8, payer: "wallet" };
  const { game } = await caller.ask("POST", "/game/create", terms);
  const api = await withKey(caller, game.environments.test.id);
  await api.post("/wallet/ada/deposit", { amount: 12_345_678.123_456_78 });
  const page = await open(`/dashboard/g/${game.id}/test/ledger`, { ...PHONE, as: caller });
  const accounts = page.getByRole("table", { name: "Accounts" });
  await accounts.getByText(/^XBT\s12,345,678\.12345678$/).waitFor();
  await accounts.getByRole("link", { name: "ada" }).waitFor();
  expect(await page.evaluate(CUT_OFF)).toEqual([]);
});

test("skips to the content by the keyboard, and focuses a form's first fault", async ({ game }) => {
  const page = await game.open("tournaments/new");
  const name = page.getByRole("textbox", { name: "Name" });
  const focused = page.locator(":focus");
  await name.waitFor();
  await page.keyboard.press("Tab");
  expect(await focused.innerText()).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.getByRole("main").locator(":focus").count()).toBe(1);

  await page.getByRole("textbox", { name: "Minimum entries" }).fill("9");
  await page.getByRole("textbox", { name: "Seats" }).fill("3");
  const create = page.getByRole("button", { name: "Create" });
  await create.click();
  await page.getByText("Enter a name.").waitFor();
  expect(await focused.getAttribute("data-path")).toBe("name");
  await name.fill("Friday Open");
  await create.click();
  expect(await focused.getAttribute("data-path")).toBe("minEntries");
  // A fault of all shares together is shown at the first of them.
  await page.getByRole("textbox", { name: "Seats" }).fill("");
  await page.getByRole("textbox", { name: "Share of the 1st rank" }).fill("");
  await create.click();
  expect(await focused.getAttribute("aria-label")).toBe("Share of the 1st rank");
});
