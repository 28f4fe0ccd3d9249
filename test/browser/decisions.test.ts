import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Role } from "@tms/proto/tms/game/v1/member";
import { apiOf, type Api } from "../harness/api.ts";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joined } from "../harness/gamers.ts";
import { joinTeam } from "../harness/people.ts";
import { idOf, published, settled } from "../harness/tournament.ts";
import { signIn } from "./walk/account.ts";
import { choose, decide, rowsOf } from "./walk/decisions.ts";
import { emptyGame, newCaller, type Caller } from "./walk/filled-game.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
let owner: Caller;
let api: Api;
let list: string;
beforeAll(async () => {
  if (!hasChromium) return;
  owner = await newCaller({ email: `judge-${crypto.randomUUID()}@example.com`, name: "The judge" });
  const game = await emptyGame(owner, "Disputed");
  const gameId = game.environments.test.id;
  const { secret } = await owner.ask("POST", "/key/create", { name: "Match server" }, gameId);
  api = apiOf(inject("baseUrl"), { gameId, apiKey: secret ?? "" });
  list = `/dashboard/g/${game.id}/test/tournaments`;
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Somebody at a tournament's page. */
async function guestAt(path: string, { person }: Caller) {
  const guest = await visitor(browser);
  await guest.page.goto(`${list}/${idOf(path)}`);
  await signIn(guest.page, person.email);
  await guest.page.getByRole("tab", { name: "Entries" }).waitFor();
  return guest;
}

const openTab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name }).click();

test.skipIf(!hasChromium)(
  "a held score is accepted by clicks: the leaderboard moves, and the score tells who decided and why",
  async () => {
    const path = await published(api, { name: "Time attack", scoring: { reviewFrom: 1_000 } });
    await joined(api, path, "ada", "grace");
    const { page, context, faults } = await guestAt(path, owner);
    await page.getByText("Up to date").waitFor();
    const first = page.getByRole("table", { name: "Leaderboard" }).locator('[aria-rowindex="2"]');
    await api.post(`${path}/score`, { gamer: "ada", score: 900 });
    await first.getByText("ada").waitFor();
    await api.post(`${path}/score`, { gamer: "grace", score: 1_200, metadata: { replay: "r-7" } });
    await openTab(page, /Scores 1 held/);
    await page.getByText("2 scores").waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption("Held");
    await page.getByText("1 score", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("state")).toBe("held");

    await choose(page, "grace 1,200");
    await decide(page, { opens: "Review 1", reason: "The replay is clean", action: "Accept" });
    await page.getByText("No score matches these filters").waitFor();
    await page.getByText("1 held").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "details of grace 1,200" }).click();
    const drawer = page.getByRole("dialog", { name: "Score" });
    await drawer.getByText("The replay is clean").waitFor();
    await drawer.getByText("The judge").waitFor();
    expect(await drawer.innerText()).toMatch(/Counted[^]*"replay": "r-7"[^]*Accepted/);
    await page.keyboard.press("Escape");
    await openTab(page, "Leaderboard");
    await first.getByText("grace").waitFor();
    expect(await first.innerText()).toMatch(/^1\s+grace\s+1,200/);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "several scores are decided on together or not at all, and a refusal says why",
  async () => {
    const path = await published(api, { name: "One try", scoring: { attempts: 1 } });
    await joined(api, path, "ada", "grace");
    const { body } = await api.post(`${path}/score`, { gamer: "ada", score: 1 });
    const ids = { scores: [body.score.id] };
    await api.patch(`${path}/review`, { ...ids, decision: "void", reason: "A false start" });
    await api.post(`${path}/score`, { gamer: "ada", score: 2 });
    await api.post(`${path}/score`, { gamer: "grace", score: 3 });
    const { body: refusal } = await api.patch(`${path}/review`, {
      ...ids,
      decision: "accept",
      reason: "Both count after all",
    });
    expect([refusal.code, refusal.errors[0]?.pointer]).toEqual(["attempts_exhausted", "/scores/0"]);
    const { page, context, faults } = await guestAt(path, owner);
    await openTab(page, "Scores");
    await choose(page, "ada 1");
    await choose(page, "grace 3");
    await page.getByRole("button", { name: "Review 2" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Both count after all");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await dialog.getByRole("alert").getByText('"ada" has used up the only attempt').waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    const { scores } = (await api.get(`${path}/scores`)).body;
    expect(scores.map(({ decisions }) => decisions.length)).toEqual([0, 0, 1]);

    await page.getByRole("checkbox", { name: "Choose ada 1" }).uncheck();
    await choose(page, "ada 2");
    await decide(page, { opens: "Review 2", choice: "Void", reason: "Rained off", action: "Void" });
    await page.getByRole("combobox", { name: "State" }).selectOption("Void");
    await page.getByText("3 scores").waitFor();
    // The browser notes that one was refused.
    expect(faults.filter((fault) => !fault.includes("/review"))).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "who is paid after a disqualification is shown before the end, and paid at the end",
  async () => {
    const terms = { name: "Cash prizes", entryFee: 10, prizeSplit: [70, 30], scoring: {} };
    const path = await published(api, terms);
    await joined(api, path, "ada", "grace", "edsger");
    const scores = [
      { gamer: "ada", score: 300 },
      { gamer: "grace", score: 200 },
      { gamer: "edsger", score: 100 },
    ];
    await api.post(`${path}/scores`, { scores });
    const { page, context, faults } = await guestAt(path, owner);
    await openTab(page, "Entries");
    await choose(page, "ada");
    await page.getByRole("button", { name: "Disqualify 1" }).click();
    const before = page.getByRole("dialog", { name: "Disqualify gamers" });
    expect(await rowsOf(before, "All payouts")).toEqual(["1 ada $19.95", "2 grace $8.55"]);
    await before.getByRole("textbox", { name: "Reason" }).fill("Speed hack, case 77");
    await before.getByRole("button", { name: "Disqualify" }).click();
    const after = page.getByRole("dialog", { name: "Gamers disqualified" });
    const told = await rowsOf(after, "All payouts");
    expect(told).toEqual(["1 grace $19.95", "2 edsger $8.55"]);
    await after.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: "ada" }).getByText("Disqualified").waitFor();

    await page.getByRole("button", { name: "End now" }).click();
    const end = page.getByRole("dialog", { name: "End the tournament now" });
    expect(await rowsOf(end, "All payouts")).toEqual(told);
    await end.getByRole("button", { name: "End by scores" }).click();
    const { payouts } = await settled(api, path);
    expect(payouts.map(({ gamerHandle, amount }) => [gamerHandle, amount])).toEqual([
      ["grace", 19.95],
      ["edsger", 8.55],
    ]);
    await openTab(page, "Settlement");
    await page.getByRole("table", { name: "Payouts" }).getByText("edsger").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)(
  "who was disqualified or eliminated by mistake is reinstated, by those alone whose role allows it, and the entry tells who did it and why",
  async () => {
    const path = await published(api, { name: "Second chance", scoring: {} });
    await joined(api, path, "ada", "grace", "edsger");
    await api.post(`${path}/score`, { gamer: "ada", score: 1 });
    const reason = "Speed hack, case 78";
    await api.patch(`${path}/eliminate`, { gamer: "grace" });
    await api.patch(`${path}/disqualify`, { gamer: "edsger", reason });

    const viewer = await newCaller();
    const system = { urls: inject("urls"), token: inject("tokens").test };
    await joinTeam(system, api.gameId, { userId: viewer.person.id, role: Role.VIEWER });
    const looker = await guestAt(path, viewer);
    for (const [tab, shown] of [
      ["Scores", "1 score"],
      ["Entries", "Disqualified"],
    ] as const) {
      await openTab(looker.page, tab);
      await looker.page.getByRole("main").getByText(shown, { exact: true }).waitFor();
      expect(await looker.page.getByRole("checkbox").count()).toBe(0);
    }

    const { page, context, faults } = await guestAt(path, owner);
    await openTab(page, "Entries");
    const stateOf = (gamer: string) => page.getByRole("row", { name: gamer });
    await stateOf("grace").getByText("Eliminated").waitFor();
    await choose(page, "grace");
    await choose(page, "edsger");
    await decide(page, { opens: "Reinstate 2", reason: "A false alarm", action: "Reinstate" });
    for (const gamer of ["grace", "edsger"])
      await stateOf(gamer).getByText("In", { exact: true }).waitFor();
    for (const [gamer, told] of [
      ["grace", /Elimination undone\s*The judge,[^]*A false alarm$/],
      ["edsger", /Reinstated\s*The judge,[^]*Disqualified\s*API key Match server,[^]*case 78$/],
    ] as const) {
      await page.getByRole("button", { name: `details of ${gamer}` }).click();
      const drawer = page.getByRole("dialog", { name: "Entry" });
      await drawer.getByText("The judge").waitFor();
      expect(await drawer.innerText()).toMatch(told);
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
    }
    expect([...faults, ...looker.faults]).toEqual([]);
    await Promise.all([context.close(), looker.context.close()]);
  },
);
