import type { Page } from "playwright-core";
import { Role } from "@tms/proto/tms/game/v1/member";
import { apiOf, type Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published, settled } from "../harness/tournament.ts";
import {
  choose,
  createKey,
  decide,
  goTo,
  markPage,
  openAction,
  openTab,
  readRows,
  signOut,
  signUp,
} from "./actions.ts";
import { expect, inject, newMember, test } from "./test.ts";

const GAMERS = Array.from({ length: 20 }, (_, index) => `racer-${index + 1}`);

/** Returns the payouts of a tournament when it is settled. */
const readPayouts = async (api: Api, path: string) =>
  (await settled(api, path)).payouts.map(({ gamerHandle, amount }) => [gamerHandle, amount]);

/** Creates a game and a key by clicks, and leaves the page of settings open. */
async function createGameAndKey(page: Page): Promise<Api> {
  await page.getByRole("link", { name: "Create game" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Star Racer");
  await page.getByRole("button", { name: "Create game" }).click();
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  await goTo(page, "API keys");
  const apiKey = await createKey(page, "Match server");
  expect(apiKey).toMatch(/^tms_test_/);
  await page.getByRole("button", { name: "I stored the secret" }).click();
  expect(await page.getByText(apiKey).count()).toBe(0);
  await goTo(page, "Settings");
  const ids = page.getByRole("main").getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  // The first is the id of live.
  return apiOf(inject("baseUrl"), { apiKey, gameId: await ids.nth(1).innerText() });
}

async function revokeKey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("row", { name }).getByText("revoked").waitFor();
}

test("leads a newcomer from the sign-up to a paid-out tournament", async ({ open }) => {
  const page = await open("/dashboard/sign-up");
  await signUp(page);
  const api = await createGameAndKey(page);
  const path = await published(api, { name: "Friday Open", entryFee: 2.5 });
  await goTo(page, "Tournaments");
  await page.getByRole("link", { name: "Friday Open" }).first().click();
  await page.getByText("No entries yet").waitFor();
  const isSame = await markPage(page);
  await joined(api, path, ...GAMERS);
  await page.getByText("20 entries").waitFor();
  await page.getByText("$50.00").first().waitFor();
  expect(await isSame()).toBe(true);

  await page.getByRole("button", { name: "End tournament" }).click();
  const dialog = page.getByRole("dialog");
  await place(page, "racer-7");
  // The field is empty for the next gamer.
  expect(await dialog.getByRole("combobox", { name: "Gamer in next place" }).inputValue()).toBe("");
  await dialog.getByRole("button", { name: "End with these ranks" }).click();
  await page.getByRole("main").getByText("Completed", { exact: true }).first().waitFor();
  await openTab(page, "Settlement");
  await page.getByRole("table", { name: "Payouts" }).getByText("racer-7").waitFor();
  await openTab(page, "Money");
  await page.getByText("The amounts balance exactly.").waitFor();
  const equation = await page.getByRole("group", { name: "Equation" }).innerText();
  expect(equation.replaceAll(/\s+/g, " ")).toBe(
    "$50.00 entry fees = $50.00 payouts + $0.00 platform fee + $0.00 refunds",
  );

  await goTo(page, "Events");
  const filter = page.getByRole("textbox", { name: "Tournament ID" });
  await filter.fill(idOf(path).slice(0, 8));
  await filter.press("Enter");
  await page.getByText("Enter the whole ID").waitFor();
  await filter.fill(idOf(path));
  await filter.press("Enter");
  await page.waitForURL(`**/events?tournament=${idOf(path)}`);
  const types = page.getByRole("table", { name: "Events" }).getByRole("code");
  // Two services publish these, so their place varies.
  const loose = ["ranking.frozen", "settlement.done"];
  await expect
    .poll(async () => (await types.allInnerTexts()).filter((type) => !loose.includes(type)))
    .toEqual([
      "tournament.completed",
      "payout.paid",
      "settlement.planned",
      "tournament.settling",
      ...GAMERS.map(() => "entry.joined"),
      "tournament.published",
      "tournament.created",
    ]);

  // The first steps are done.
  await page.reload();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Getting started" }).waitFor({ state: "detached" });
  await goTo(page, "API keys");
  await revokeKey(page, "Match server");
  await expect.poll(async () => (await api.get(path)).status).toBe(401);
  await signOut(page);
  await page.goto("/dashboard/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("ends and pays a tournament when the clock of test is advanced", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "Friday Open", entryFee: 2.5 });
  await joined(api, path, "ada");
  const page = await game.open("getting-started");
  const step = page.getByRole("region", { name: "Pay out the tournament: to do", exact: true });
  await step.getByRole("button", { name: "Advance clock" }).click();
  const dialog = page.getByRole("dialog", { name: "Advance the clock" });
  await dialog.getByRole("radio", { name: "End of the tournament" }).waitFor();
  await dialog.getByRole("button", { name: "Advance" }).click();
  await page.getByText("Your first tournament is paid out").waitFor();
  expect((await api.get(path)).body.tournament.status).toBe("completed");

  // Every page has the clock, in its bar.
  await goTo(page, "Tournaments");
  await page.getByRole("row", { name: "Friday Open" }).getByText("Completed").waitFor();
  await page.getByRole("button", { name: "Advance clock" }).click();
  await dialog.getByRole("radio", { name: "1 week later" }).check();
  await dialog.getByRole("button", { name: "Advance" }).click();
  await dialog.waitFor({ state: "detached" });
  const week = 7 * 86_400;
  expect((await api.get("/clock")).body.clock.aheadSeconds).toBeGreaterThan(week);
});

test("accepts a held score, moves the leaderboard, and shows who and why", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "Time attack", scoring: { reviewFrom: 1_000 } });
  await joined(api, path, "ada", "grace");
  const page = await game.open(`tournaments/${idOf(path)}`);
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
  await page.getByText("No scores match these filters").waitFor();
  await page.getByText("1 held").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "details of grace 1,200" }).click();
  const drawer = page.getByRole("dialog", { name: "Score" });
  await drawer.getByText("The replay is clean").waitFor();
  await drawer.getByText("Ada Lovelace").waitFor();
  expect(await drawer.innerText()).toMatch(/Counted[^]*"replay": "r-7"[^]*Accepted/);
  await page.keyboard.press("Escape");
  await openTab(page, "Leaderboard");
  await first.getByText("grace").waitFor();
  expect(await first.innerText()).toMatch(/^1\s+grace\s+1,200/);
});

test("decides on several scores together or on none, and says why it refuses", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "One try", scoring: { attempts: 1 } });
  await joined(api, path, "ada", "grace");
  const { body } = await api.post(`${path}/score`, { gamer: "ada", score: 1 });
  const ids = { scores: [body.score.id] };
  await api.patch(`${path}/review`, { ...ids, decision: "void", reason: "A false start" });
  await api.post(`${path}/score`, { gamer: "ada", score: 2 });
  await api.post(`${path}/score`, { gamer: "grace", score: 3 });
  // The browser reports the refusal.
  const page = await game.open(`tournaments/${idOf(path)}?tab=scores`, { expects: /\/review/ });
  await choose(page, "ada 1");
  await choose(page, "grace 3");
  await page.getByRole("button", { name: "Review 2" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Both count after all");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await dialog.getByRole("alert").getByText('"ada" has used the only attempt').waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  const { scores } = (await api.get(`${path}/scores`)).body;
  expect(scores.map(({ decisions }) => decisions.length)).toEqual([0, 0, 1]);

  await page.getByRole("checkbox", { name: "Choose ada 1" }).uncheck();
  await choose(page, "ada 2");
  await decide(page, { opens: "Review 2", choice: "Void", reason: "Rained off", action: "Void" });
  await page.getByRole("combobox", { name: "State" }).selectOption("Void");
  await page.getByText("3 scores").waitFor();
});

test("previews who is paid after a disqualification, and pays these gamers", async ({ game }) => {
  const { api } = game;
  const terms = { name: "Cash prizes", entryFee: 10, prizeSplit: [70, 30], scoring: {} };
  const path = await published(api, terms);
  await joined(api, path, "ada", "grace", "edsger");
  const scores = [
    { gamer: "ada", score: 300 },
    { gamer: "grace", score: 200 },
    { gamer: "edsger", score: 100 },
  ];
  await api.post(`${path}/scores`, { scores });
  const page = await game.open(`tournaments/${idOf(path)}?tab=entries`);
  await choose(page, "ada");
  await page.getByRole("button", { name: "Disqualify 1" }).click();
  const before = page.getByRole("dialog", { name: "Disqualify gamers" });
  expect(await readRows(before, "All payouts")).toEqual(["1 ada $19.95", "2 grace $8.55"]);
  await before.getByRole("textbox", { name: "Reason" }).fill("Speed hack, case 77");
  await before.getByRole("button", { name: "Disqualify" }).click();
  const after = page.getByRole("dialog", { name: "Gamers disqualified" });
  const preview = ["1 grace $19.95", "2 edsger $8.55"];
  expect(await readRows(after, "All payouts")).toEqual(preview);
  await after.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name: "ada" }).getByText("Disqualified").waitFor();

  await page.getByRole("button", { name: "End tournament" }).click();
  const end = page.getByRole("dialog", { name: "End the tournament" });
  expect(await readRows(end, "All payouts")).toEqual(preview);
  await end.getByRole("button", { name: "End by scores" }).click();
  expect(await readPayouts(api, path)).toEqual([
    ["grace", 19.95],
    ["edsger", 8.55],
  ]);
  await openTab(page, "Settlement");
  await page.getByRole("table", { name: "Payouts" }).getByText("edsger").waitFor();
});

test("reinstates gamers, for members with the role, and shows who and why", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "Second chance", scoring: {} });
  await joined(api, path, "ada", "grace", "edsger");
  await api.post(`${path}/score`, { gamer: "ada", score: 1 });
  const reason = "Speed hack, case 78";
  await api.patch(`${path}/eliminate`, { gamer: "grace" });
  await api.patch(`${path}/disqualify`, { gamer: "edsger", reason });
  const viewer = await newMember(api.gameId, "Grace Hopper", Role.VIEWER);
  const theirs = await game.open(`tournaments/${idOf(path)}?tab=scores`, { as: viewer });
  await theirs.getByRole("main").getByText("1 score", { exact: true }).waitFor();
  expect(await theirs.getByRole("checkbox").count()).toBe(0);
  await openTab(theirs, "Entries");
  await theirs.getByRole("main").getByText("Disqualified", { exact: true }).waitFor();
  expect(await theirs.getByRole("checkbox").count()).toBe(0);

  const page = await game.open(`tournaments/${idOf(path)}?tab=entries`);
  const rowOf = (gamer: string) => page.getByRole("row", { name: gamer });
  await rowOf("grace").getByText("Eliminated").waitFor();
  await choose(page, "grace");
  await choose(page, "edsger");
  await decide(page, { opens: "Reinstate 2", reason: "A false alarm", action: "Reinstate" });
  for (const gamer of ["grace", "edsger"])
    await rowOf(gamer).getByText("In", { exact: true }).waitFor();
  for (const [gamer, history] of [
    ["grace", /Elimination undone\s*Ada Lovelace,[^]*A false alarm$/],
    ["edsger", /Reinstated\s*Ada Lovelace,[^]*Disqualified\s*API key Match server,[^]*case 78$/],
  ] as const) {
    await page.getByRole("button", { name: `details of ${gamer}` }).click();
    const drawer = page.getByRole("dialog", { name: "Entry" });
    await drawer.getByText("Ada Lovelace").waitFor();
    expect(await drawer.innerText()).toMatch(history);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  }
});

/** Gives a gamer the next rank, in the dialog that ends a tournament. */
async function place(page: Page, handle: string): Promise<void> {
  // A dialog that opens moves the focus, which would close the list of options.
  await page.getByRole("dialog").locator(":focus").waitFor();
  await page.getByRole("combobox", { name: /^Gamer in/ }).fill(handle);
  await page.getByRole("option", { name: handle, exact: true }).click();
}

test("warns of held scores before an end, except of the disqualified", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "Heats", scoring: { reviewFrom: 1_000 } });
  await joined(api, path, "ada", "grace");
  await api.post(`${path}/score`, { gamer: "ada", score: 1_200 });
  await api.post(`${path}/score`, { gamer: "grace", score: 1_300 });
  await api.post(`${path}/score`, { gamer: "grace", score: 1_400 });
  await api.patch(`${path}/disqualify`, { gamer: "grace", reason: "Speed hack, case 79" });
  const page = await game.open(`tournaments/${idOf(path)}`);
  await page.getByRole("button", { name: "End tournament" }).click();
  const dialog = page.getByRole("dialog", { name: "End the tournament" });
  await dialog.getByText("1 score is held for review").waitFor();
  await dialog.getByRole("link", { name: "Review held scores" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Scores 1 held", exact: true }).waitFor();
  const rows = page.getByRole("table", { name: "Scores" }).getByRole("row");
  await rows.filter({ hasText: "grace" }).getByText("disqualified").first().waitFor();
  expect(new URL(page.url()).searchParams.get("state")).toBe("held");
  expect(await rows.filter({ hasText: "disqualified" }).count()).toBe(2);
  expect(await rows.filter({ hasText: "ada" }).innerText()).not.toContain("disqualified");
});

test("sets, shows and changes every term of scoring by the form", async ({ game }) => {
  const page = await game.open("tournaments/new");
  const field = (name: string) => page.getByRole("textbox", { name });
  await field("Name").fill("Time attack");
  await page.getByRole("switch", { name: "Rank gamers by scores" }).check();
  await page.getByRole("combobox", { name: "Score direction" }).click();
  await page.getByRole("option", { name: "Lower is better" }).click();
  for (const [name, value] of [
    ["Attempts", "5"],
    ["Lowest score", "9000"],
    ["Highest score", "300"],
    ["Review threshold", "-10"],
  ] as const)
    await field(name).fill(value);
  await page.getByRole("button", { name: "Add tie-break" }).click();
  await page.getByRole("button", { name: "Add tie-break" }).click();
  await page.getByRole("combobox", { name: "Better value in tie-break 2" }).click();
  await page.getByRole("option", { name: "Lower is better" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Enter a score that is not above the highest score.").waitFor();
  await field("Lowest score").fill("-300");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("at least -300, at most 300, held for review at -10 or better").waitFor();
  await page
    .getByText("tie-break 1 (higher is better), then tie-break 2 (lower is better)")
    .waitFor();
  const path = `/tournament/${new URL(page.url()).pathname.split("/").at(-1)}`;
  const readScoring = async () => {
    const { tournament } = (await game.api.get(path)).body;
    return (tournament as unknown as { scoring: object }).scoring;
  };
  const scoring = {
    operator: "best",
    counted: null,
    direction: "lower",
    tieBreaks: ["higher", "lower"],
    ties: "shared",
    attempts: 5,
    min: -300,
    max: 300,
    reviewFrom: -10,
    noScore: "out",
  };
  expect(await readScoring()).toEqual(scoring);

  await openAction(page, "Edit terms");
  await page.getByRole("button", { name: "Remove tie-break 1" }).click();
  await field("Highest score").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("at least -300, held for review at -10 or better").waitFor();
  expect(await readScoring()).toEqual({ ...scoring, tieBreaks: ["lower"], max: null });
});
