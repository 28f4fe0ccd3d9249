import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { emptyGame, newCaller } from "./walk/filled-game.ts";
import { isTooWide } from "./walk/look.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await startBrowser();
});
afterAll(() => browser?.close());

const PHONE = { width: 360, height: 640 };

/** Whether all of an element stands between the sides of the window. */
async function isBetweenSides(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
}

test.skipIf(!hasChromium)(
  "on a phone a tournament begins at its top, and events and balances are read without pushing",
  async () => {
    const owner = await newCaller();
    const game = await emptyGame(owner, "Pocket");
    const gameId = game.environments.test.id;
    const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
    const api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
    await api.post("/wallet/ada/deposit", { amount: 120 });
    const path = await published(api, { name: "Second masters", entryFee: 2.5 });
    await joined(api, path, "ada");
    const { page, context, faults } = await visitor(browser, PHONE);
    const at = (rest: string) => `/dashboard/g/${game.id}/test/${rest}`;
    await page.goto(at(`tournaments/${idOf(path)}?tab=json`));
    await signIn(page, owner.person.email);
    const tab = page.getByRole("tab", { name: "JSON" });
    await tab.waitFor();
    // It is in view of its list, which alone was scrolled.
    await expect.poll(() => isBetweenSides(tab)).toBe(true);
    expect(await page.evaluate("scrollY")).toBe(0);
    const code = await page.getByRole("region", { name: /JSON/ }).boundingBox();
    const copy = page.getByRole("tabpanel").getByRole("button", { name: "Copy", exact: true });
    expect(code && code.x + code.width).toBeLessThanOrEqual((await copy.boundingBox())?.x ?? 0);

    await page.goto(at("events?types=entry.*"));
    const row = page.getByRole("row").filter({ hasText: "Gamer joined" });
    const subject = row.getByText("ada · Second masters").filter({ visible: true });
    await subject.waitFor();
    expect(await isBetweenSides(subject)).toBe(true);
    const time = row.getByRole("time").filter({ visible: true });
    expect(await isBetweenSides(time)).toBe(true);
    expect(await time.innerText()).toMatch(/ \d+:\d\d:\d\d /);
    await page.goto(at("gamers/ada"));
    const balance = page.getByText("balance $120.00").filter({ visible: true });
    await balance.waitFor();
    expect(await isBetweenSides(balance)).toBe(true);
    expect(await isTooWide(page)).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "by the keyboard one skips to the content, and a form leads to its first fault",
  async () => {
    const owner = await newCaller();
    const { id } = await emptyGame(owner, "Keys alone");
    const { page, context, faults } = await visitor(browser);
    await page.goto(`/dashboard/g/${id}/test/tournaments/new`);
    await signIn(page, owner.person.email);
    const name = page.getByRole("textbox", { name: "Name" });
    await name.waitFor();
    const focused = () => page.locator(":focus");
    await page.reload();
    await name.waitFor();
    await page.keyboard.press("Tab");
    expect(await focused().innerText()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const inMain = page.getByRole("main").locator(":focus");
    expect(await inMain.count()).toBe(1);

    await page.getByRole("textbox", { name: "Minimum entries" }).fill("9");
    await page.getByRole("textbox", { name: "Seats" }).fill("3");
    const create = page.getByRole("button", { name: "Create" });
    await create.click();
    await page.getByText("Give it a name.").waitFor();
    expect(await focused().getAttribute("data-path")).toBe("name");
    await name.fill("Friday Open");
    await create.click();
    expect(await focused().getAttribute("data-path")).toBe("minEntries");
    // A fault of all shares together is shown at the first of them.
    await page.getByRole("textbox", { name: "Seats" }).fill("");
    await page.getByRole("textbox", { name: "Share of the 1st rank" }).fill("");
    await create.click();
    expect(await focused().getAttribute("aria-label")).toBe("Share of the 1st rank");
    expect(faults).toEqual([]);
    await context.close();
  },
);
