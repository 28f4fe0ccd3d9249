import type { Page } from "playwright-core";
import type { ProcessName } from "@tms/stack/system/system";
import { losableService, WAYS } from "../harness/losable.ts";
import { TRUSTING } from "../harness/people.ts";
import { sample } from "../harness/sample.ts";
import { startTestSystem } from "../harness/system.ts";
import { fillGame, newCaller } from "./games.ts";
import { show, SIGHTS } from "./sights.ts";
import { expect, test as base } from "./test.ts";

// Pages that read a service again and again.
const READERS: readonly (readonly [ProcessName, readonly string[]])[] = [
  ["tournament", ["tournaments", "entries"]],
  ["entry", ["entries", "leaderboard"]],
  ["wallet", ["ledger", "gamer"]],
  ["settlement", ["to-settle"]],
  ["events", ["events", "endpoint"]],
  ["game", ["keys"]],
];
const CASES = READERS.flatMap(([service, names]) =>
  WAYS.flatMap((way) =>
    SIGHTS.filter(({ name }) => names.includes(name)).map((sight) => ({ service, way, sight })),
  ),
);

const test = base
  .extend("system", { scope: "file" }, async ({}, { onCleanup }) => {
    const system = await startTestSystem({
      env: { ...TRUSTING, ADDRESS_RATE_LIMIT_PER_MINUTE: "100000" },
    });
    onCleanup(() => system.stop());
    return system;
  })
  .extend("place", { scope: "file" }, async ({ system }) => {
    const caller = await newCaller({}, system.gatewayUrl);
    return { caller, ids: await fillGame(caller) };
  });

const banner = (page: Page) => page.getByText("Parts of this page are outdated or missing");
const problem = (page: Page) => page.getByRole("alert");

/** Clicks "Try again" until the page is back. */
const tryAgain = (page: Page, isBack: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      const again = page.getByRole("button", { name: "Try again" }).first();
      await again.click({ timeout: 1_000 }).catch(() => undefined);
      return await isBack();
    })
    .toBe(true);

// What pages show if there is nothing. The game of the test has something of everything.
const NOTHING = /No [\w ]+ yet|No settlement|\$0\.00/;

test.for(sample(CASES, 3))(
  "says that $sight.name is old or missing while $service is $way",
  async ({ service, way, sight }, { system, place, open }) => {
    const part = losableService(system, service);
    const { caller, ids } = place;
    const look = { as: caller, baseUrl: system.gatewayUrl, expects: /status of 50\d|ERR_/ };
    const page = await open("/dashboard/", look);
    await show(page, sight, ids);
    const text = page.getByText(sight.shows).filter({ visible: true }).first();
    await part.lose(way);
    try {
      await banner(page).waitFor();
      expect(await page.getByText("Up to date").count()).toBe(0);
      // What was read before stays.
      expect(await text.count()).toBe(1);
      await page.reload();
      await banner(page).or(problem(page)).first().waitFor();
      expect(await page.getByRole("main").innerText()).not.toMatch(NOTHING);
    } finally {
      await part.bringBack();
    }
    await tryAgain(
      page,
      async () => (await banner(page).count()) === 0 && (await text.count()) === 1,
    );
  },
);

test.for(sample(WAYS, 1))(
  "says that the server does not answer while identity is %s",
  async (way, { system, place: { caller }, open }) => {
    const part = losableService(system, "identity");
    const look = {
      as: caller,
      baseUrl: system.gatewayUrl,
      expects: /status of 50\d|ERR_|ApiProblem/,
    };
    const page = await open("/dashboard/", look);
    const games = page.getByRole("heading", { name: "Games" });
    await games.waitFor();
    await part.lose(way);
    try {
      await page.reload({ waitUntil: "commit" });
      const waiting = page.getByText("The server has not responded yet");
      await waiting.or(problem(page)).first().waitFor();
      await problem(page).waitFor();
    } finally {
      await part.bringBack();
    }
    await tryAgain(page, () => games.isVisible());
  },
);
