import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { apiOf, type Api } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published, settled } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { rowsOf } from "./walk/decisions.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
let owner: Caller;
let api: Api;
let list: string;
beforeAll(async () => {
  if (!hasChromium) return;
  owner = await newCaller();
  const game = await emptyGame(owner, "Finals");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
  list = `/dashboard/g/${game.id}/test/tournaments`;
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Somebody who is about to end a tournament. */
async function aboutToEnd(path: string) {
  const guest = await visitor(browser);
  await guest.page.goto(`${list}/${idOf(path)}`);
  await signIn(guest.page, owner.person.email);
  await guest.page.getByRole("button", { name: "End now" }).click();
  const dialog = guest.page.getByRole("dialog", { name: "End the tournament now" });
  return { ...guest, dialog };
}

async function place(page: Page, handle: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Who comes/ }).fill(handle);
  await page.getByRole("option", { name: handle, exact: true }).click();
}

test.skipIf(!hasChromium)(
  "whoever ends a tournament is told beforehand who would be paid, and how ranks by hand are",
  async () => {
    const path = await published(api, { name: "Masters", entryFee: 10, prizeSplit: [60, 30, 10] });
    await joined(api, path, "ada", "grace", "edsger");
    const { page, context, faults, dialog } = await aboutToEnd(path);
    // Nobody is placed: all share the first rank.
    expect(await rowsOf(dialog, "All payouts")).toEqual([
      "1 ada $9.50",
      "1 grace $9.50",
      "1 edsger $9.50",
    ]);
    await place(page, "grace");
    await place(page, "ada");
    const placed = dialog.getByRole("list", { name: "Final ranks" }).getByRole("listitem");
    expect(await placed.first().innerText()).toMatch(/^1\s+grace/);
    await dialog.getByText("is paid by rank (1: 60%, 2: 30%, 3: 10%)").waitFor();
    await dialog.getByRole("button", { name: "End with these ranks" }).click();
    const { payouts } = await settled(api, path);
    expect(payouts.map(({ gamerHandle, amount }) => [gamerHandle, amount])).toEqual([
      ["grace", 17.1],
      ["ada", 8.55],
      ["edsger", 2.85],
    ]);
    await page.goto(`${list.replace("tournaments", "events")}?types=payout.paid`);
    await page.getByRole("cell", { name: "grace · $17.10 · Masters", exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "whoever ends a tournament is warned of held scores and led to them; those of the disqualified are marked and not counted",
  async () => {
    const path = await published(api, { name: "Heats", scoring: { reviewFrom: 1_000 } });
    await joined(api, path, "ada", "grace");
    await api.post(`${path}/score`, { gamer: "ada", score: 1_200 });
    await api.post(`${path}/score`, { gamer: "grace", score: 1_300 });
    await api.post(`${path}/score`, { gamer: "grace", score: 1_400 });
    await api.patch(`${path}/disqualify`, { gamer: "grace", reason: "Speed hack, case 79" });
    const { page, context, faults, dialog } = await aboutToEnd(path);
    await dialog.getByText("1 score waits for review").waitFor();
    await dialog.getByRole("link", { name: "Review them first" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Scores 1 held", exact: true }).waitFor();
    const rows = page.getByRole("table", { name: "Scores" }).getByRole("row");
    await rows.filter({ hasText: "grace" }).getByText("disqualified").first().waitFor();
    expect(new URL(page.url()).searchParams.get("state")).toBe("held");
    expect(await rows.filter({ hasText: "disqualified" }).count()).toBe(2);
    expect(await rows.filter({ hasText: "ada" }).innerText()).not.toContain("disqualified");
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "a list tells when play starts, when it ended early, and a page what was scheduled",
  async () => {
    const startTime = new Date(Date.now() + 1_800_000).toISOString();
    const early = await published(api, { name: "Not yet begun", startTime });
    const over = await published(api, { name: "Over early" });
    await api.patch(`${over}/cancel`, {});
    const { page, context, faults } = await visitor(browser);
    await page.goto(list);
    await signIn(page, owner.person.email);
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await row("Not yet begun").getByText("Not started").waitFor();
    expect(await row("Not yet begun").innerText()).toMatch(/starts \w+ \d+, \d{4}/);
    expect(await row("Over early").innerText()).toMatch(/ended \w+ \d+, \d{4}/);
    await page.getByRole("link", { name: "Over early" }).click();
    await page.getByText("Scheduled end").waitFor();
    await page.goto(`${list}/${idOf(early)}`);
    await page.getByText("Starts in").waitFor();
    await page.getByText(/^29 min \d+ s$/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);
