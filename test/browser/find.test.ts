import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { Role } from "@tms/proto/tms/game/v1/member";
import { goTo } from "./actions.ts";
import { expect, newMember, test } from "./test.ts";

test("finds a gamer by the start of the handle, kept in the address", async ({ openFilled }) => {
  const page = await openFilled("gamers");
  await page.getByRole("link", { name: "ada" }).waitFor();
  await page.getByRole("searchbox", { name: "Handle begins with" }).fill("gr");
  await page.getByRole("link", { name: "ada" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("handle")).toBe("gr");
  await page.reload();
  await page.getByRole("link", { name: "grace" }).click();
  await page.getByRole("heading", { name: "grace", level: 1 }).waitFor();
  await page.getByRole("table", { name: "Transactions" }).getByText("Payout").waitFor();
});

test("shows no ids before names, and opens and saves a statement", async ({ openFilled }) => {
  const page = await openFilled("tournaments");
  const names = Promise.withResolvers<void>();
  await page.route("**/gamer?limit=1000", async (route) => {
    await names.promise;
    await route.continue();
  });
  await goTo(page, "Ledger");
  await page.getByText("the ledger balances").waitFor();
  const accounts = page.getByRole("table", { name: "Accounts" });
  await accounts.getByRole("cell", { name: "Wallet", exact: true }).first().waitFor();
  expect(await accounts.getByRole("link", { name: /[0-9a-f]{8}-[0-9a-f]{4}-7/ }).count()).toBe(0);
  names.resolve();
  await accounts.getByRole("link", { name: "grace" }).waitFor();

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
  expect(csv).toContain(',"entry_fee",2.50,');
});

/** Searches for a string, and opens a result by a click or by the keyboard alone. */
async function find(page: Page, text: string, title: string, by: "click" | "keys"): Promise<void> {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await page.getByRole("textbox", { name: "Search", exact: true }).fill(text);
  if (by === "click") await dialog.getByRole("button", { name: title }).first().click();
  else {
    await dialog.locator("[data-selected]").filter({ hasText: title }).waitFor();
    await page.keyboard.press("Enter");
  }
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}

test("finds tournaments, gamers and pages by name and by id", async ({ filled, openFilled }) => {
  const { pending, environment } = filled.ids;
  const { gamer } = await filled.caller.ask("GET", "/gamer/grace", undefined, environment);
  // The search asks for a tournament of the gamer's id, too.
  const page = await openFilled("settings", { expects: new RegExp(`/tournament/${gamer.id}`) });
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await find(page, "inter fin", "Winter final", "keys");
  await find(page, "eds", "edsger", "click");
  await find(page, pending, "Friday Open", "click");
  await find(page, gamer.id, "grace", "keys");
  await find(page, "lED", "Ledger", "click");
});

test("moves money for members whose role allows it", async ({ game }) => {
  await game.api.post("/wallet/edsger/deposit", { amount: 1 });
  await game.api.post("/wallet/grace/deposit", { amount: 1 });
  const page = await game.open("gamers/edsger", { expects: /withdraw/ });
  const dialog = page.getByRole("dialog");
  const move = async (name: string, amount: string) => {
    await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
    await dialog.getByRole("button", { name }).click();
  };
  await page.getByRole("button", { name: "Deposit" }).click();
  await move("Deposit", "7.25");
  await page.getByRole("table", { name: "Transactions" }).getByText("+$7.25").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await move("Withdraw", "50");
  await dialog.getByRole("alert").waitFor();
  await move("Withdraw", "5");
  await page.getByRole("table", { name: "Transactions" }).getByText("-$5.00").waitFor();
  await find(page, "grace", "grace", "click");
  await page.getByRole("button", { name: "Deposit" }).click();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });

  const viewer = await newMember(game.environments.test.id, "Grace Hopper", Role.VIEWER);
  const theirs = await game.open("gamers/edsger", { as: viewer });
  await theirs.getByRole("table", { name: "Transactions" }).getByText("+$7.25").waitFor();
  for (const name of ["Deposit", "Withdraw"])
    expect(await theirs.getByRole("button", { name }).count()).toBe(0);
});
