import { Role } from "@tms/proto/tms/game/v1/member";
import { manyJoined } from "../harness/gamers.ts";
import { published } from "../harness/tournament.ts";
import { expect, newMember, services, test } from "./test.ts";

test("reads amounts and moments as a viewer in Germany types them", async ({ game, owner }) => {
  const look = { as: owner.caller, locale: "de-DE", timezone: "Europe/Berlin" };
  const page = await game.open("tournaments/new", look);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const create = page.getByRole("button", { name: "Create tournament" });
  await field("Name").fill("Night race");
  await field("Entry fee").fill("1,234.56");
  await field("Play starts").fill("2030-10-27T02:30");
  await field("Ends").fill("2030-10-27T05:00");
  await field("Registration closes").fill("2030-03-31T02:30");
  await page.getByText("This time does not exist, because the clocks are set forward").waitFor();
  await create.click();
  await page.getByText("Enter a number such as 1.234,50.").waitFor();
  await page.getByText("This time occurs twice, because the clocks are set back").waitFor();
  await field("Entry fee").fill("1.234,56");
  await field("Registration closes").fill("");
  await page.getByRole("radio", { name: "Second, UTC+01:00" }).check();
  await create.click();
  await page.getByRole("heading", { name: "Night race" }).waitFor();
  await page.getByText("1.234,56 $").first().waitFor();
  const { tournaments } = (await game.api.get("/tournament")).body;
  expect(tournaments[0]).toMatchObject({
    entryFee: 1_234.56,
    startTime: "2030-10-27T01:30:00.000Z",
    endTime: "2030-10-27T04:00:00.000Z",
  });
});

test("says beside a field what is wrong with it, in words of its own", async ({ open }) => {
  const page = await open("/dashboard/sign-in");
  await page.getByRole("textbox", { name: "Email" }).fill("ada");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter an email address.").waitFor();
  await page.getByText("Fill in this field.").waitFor();
});

test("shows no form to a member whose role cannot send it", async ({ game }) => {
  const viewer = await newMember(game.environments.test.id, "Grace Hopper", Role.VIEWER);
  const page = await game.open("tournaments/new", { as: viewer });
  await page.getByText("Your role does not allow this").waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).count()).toBe(0);
});

test("names the owners of accounts beyond the first thousand gamers", async ({ game }) => {
  const { api } = game;
  const path = await published(api, { name: "Free for all" });
  const handles = Array.from({ length: 1_001 }, (_, index) => `racer-${index}`);
  await manyJoined(services(), api, path, handles);
  await api.post("/wallet/zed/deposit", { amount: 0.5 });
  const page = await game.open("ledger?type=gamers");
  const accounts = page.getByRole("table", { name: "Accounts" });
  await accounts.getByRole("link", { name: "zed", exact: true }).waitFor();
});
