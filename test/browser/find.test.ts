import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Role } from "@tms/proto/tms/game/v1/member";
import { hasChromium, startBrowser } from "../harness/browser.ts";
import { joinTeam } from "../harness/people.ts";
import { signIn } from "./walk/account.ts";
import { filledGame, newCaller, type Caller, type FilledGame } from "./walk/filled-game.ts";
import { goTo } from "./walk/game.ts";
import { find, findByKeys } from "./walk/search.ts";
import { visitor } from "./walk/visitor.ts";

let browser: Browser;
let owner: Caller;
let filled: FilledGame;
beforeAll(async () => {
  if (!hasChromium) return;
  owner = await newCaller();
  filled = await filledGame(owner);
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Somebody at the tournaments of the filled game. */
async function guestOf({ person }: Caller) {
  const guest = await visitor(browser);
  await guest.page.goto(`/dashboard/g/${filled.game}/test/tournaments`);
  await signIn(guest.page, person.email);
  await guest.page.getByText("Winter final").waitFor();
  return guest;
}

/** The id of the filled game's test environment. */
const testOf = async ({ ask }: Caller): Promise<string> =>
  (await ask("GET", `/game/${filled.game}`)).game.environments.test.id;

test.skipIf(!hasChromium)(
  "a gamer is found by how the handle begins, and the address keeps what was asked",
  async () => {
    const { page, context, faults } = await guestOf(owner);
    await goTo(page, "Gamers");
    await page.getByRole("link", { name: "ada" }).waitFor();
    await page.getByRole("searchbox", { name: "Handle begins with" }).fill("gr");
    await page.getByRole("link", { name: "ada" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("handle")).toBe("gr");
    await page.reload();
    await page.getByRole("link", { name: "grace" }).click();
    await page.getByRole("heading", { name: "grace", level: 1 }).waitFor();
    await page.getByRole("table", { name: "Transactions" }).getByText("Payout").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.skipIf(!hasChromium)("every account's statement can be opened and saved", async () => {
  const { page, context, faults } = await guestOf(owner);
  await goTo(page, "Ledger");
  await page.getByText("nothing is lost or made up").waitFor();
  await page.getByRole("combobox", { name: "Kind of account" }).selectOption("Prize pools");
  await page.getByRole("link", { name: "Star Racer" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Winter final" }).click();
  await page.getByRole("heading", { name: "Winter final", level: 1 }).waitFor();
  const statement = page.getByRole("table", { name: "Transactions" });
  await statement.getByText("Payout").first().waitFor();
  const rows = await statement.getByRole("row").count();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(rows);
  expect(csv).toContain(",entry_fee,2.5,");
  expect(faults).toEqual([]);
  await context.close();
});

test.skipIf(!hasChromium)("the ledger shows no ids while its owners' names are read", async () => {
  const { page, context, faults } = await guestOf(owner);
  const names = Promise.withResolvers<void>();
  await page.route("**/gamer?limit=1000", async (route) => {
    await names.promise;
    await route.continue();
  });
  await goTo(page, "Ledger");
  const accounts = page.getByRole("table", { name: "Accounts" });
  await accounts.getByRole("cell", { name: "Wallet", exact: true }).first().waitFor();
  expect(await accounts.getByRole("link", { name: /[0-9a-f]{8}-[0-9a-f]{4}-7/ }).count()).toBe(0);
  names.resolve();
  await accounts.getByRole("link", { name: "grace" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test.skipIf(!hasChromium)("tournaments and gamers are found by name and by id", async () => {
  const { page, context, faults } = await guestOf(owner);
  const environment = await testOf(owner);
  const { gamer } = await owner.ask("GET", "/gamer/grace", undefined, environment);
  await find(page, "inter fin", { title: "Winter final" });
  await find(page, "eds", { title: "edsger" });
  await find(page, filled.pending, { title: "Friday Open" });
  // A tournament of this id does not exist, which the browser notes.
  await find(page, gamer.id, { title: "grace" });
  await find(page, "lED", { title: "Ledger" });
  // What the server finds is selected when it arrives.
  await findByKeys(page, "inter fin", { title: "Winter final" });
  await findByKeys(page, "eds", { title: "edsger" });
  expect(faults.filter((fault) => !fault.includes(`/tournament/${gamer.id}`))).toEqual([]);
  await context.close();
});

test.skipIf(!hasChromium)("money can be moved by those alone whose role allows it", async () => {
  const mover = await guestOf(owner);
  await mover.page.goto(`/dashboard/g/${filled.game}/test/gamers/edsger`);
  await mover.page.getByRole("button", { name: "Deposit" }).click();
  const dialog = mover.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("7.25");
  await dialog.getByRole("button", { name: "Deposit" }).click();
  await dialog.waitFor({ state: "detached" });
  await mover.page.getByRole("table", { name: "Transactions" }).getByText("+$7.25").waitFor();

  const viewer = await newCaller();
  const system = { urls: inject("urls"), token: inject("tokens").test };
  const member = { userId: viewer.person.id, role: Role.VIEWER };
  await joinTeam(system, await testOf(owner), member);
  const looker = await guestOf(viewer);
  await looker.page.goto(`/dashboard/g/${filled.game}/test/gamers/edsger`);
  await looker.page.getByRole("table", { name: "Transactions" }).getByText("+$7.25").waitFor();
  for (const name of ["Deposit", "Withdraw"])
    expect(await looker.page.getByRole("button", { name }).count()).toBe(0);
  expect([...mover.faults, ...looker.faults]).toEqual([]);
  await Promise.all([mover.context.close(), looker.context.close()]);
});
