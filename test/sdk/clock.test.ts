import { createTms, isTmsError, type Tms } from "@tms/sdk";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { gameIn, testGameIn } from "../harness/game.ts";
import { openCuttingRelay, type CuttingRelay } from "./cutting-relay.ts";
import { signIn, type SignedIn } from "./signed-in.ts";

const baseUrl = inject("baseUrl");
const system = { gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test };
const HOUR_S = 3_600;

let relay: CuttingRelay;
let tms: Tms;
let cli: SignedIn;

beforeAll(async () => {
  relay = await openCuttingRelay(baseUrl);
  const { apiKey, gameId } = await testGameIn(system);
  tms = createTms({ baseUrl: relay.url, apiKey, gameId });
  cli = await signIn(baseUrl);
});
afterAll(async () => {
  await relay?.close();
  await cli?.remove();
});

test("an advance resolves when all that fell due is paid, once though its answer was lost", async () => {
  const before = (await tms.clock.get()).clock;
  const endTime = new Date(Date.parse(before.now) + HOUR_S * 1_000).toISOString();
  const terms = { name: "Friday", description: "", entryFee: 2, startTime: before.now, endTime };
  const { tournament } = await tms.tournaments.create(terms);
  await tms.tournaments.publish(tournament.id);
  await tms.entries.join(tournament.id, "ada");
  relay.lose("cut", "cut");
  const { clock, requestId } = await tms.clock.advance({ bySeconds: 2 * HOUR_S });
  expect(clock).toMatchObject({ state: "ready", aheadSeconds: 2 * HOUR_S });
  expect(requestId).not.toBe("");
  expect((await tms.tournaments.get(tournament.id)).tournament.status).toBe("completed");
  expect((await tms.wallets.get("ada")).wallet.balance).toBe(2);
});

test("an advance that is refused says why", async () => {
  const { apiKey } = await gameIn(system);
  const live = createTms({ baseUrl, apiKey });
  const refused = await live.clock.advance({ bySeconds: 1 }).catch((error: unknown) => error);
  expect(isTmsError(refused, "clock_live")).toBe(true);
});

test("the command line shows the clock, and advances it by a span or to a moment", async () => {
  const first = (await cli.json("clock"))["clock"];
  expect(first).toMatchObject({ aheadSeconds: 0, state: "ready" });
  expect((await cli.json("clock", "advance", "2h"))["clock"]).toMatchObject({
    aheadSeconds: 2 * HOUR_S,
    state: "ready",
  });
  const to = new Date(Date.now() + 3 * HOUR_S * 1_000).toISOString();
  const { stdout } = await cli.tms("clock", "--to", to);
  expect(stdout).toMatch(/^ahead of real time +1\d{4}(\.\d+)? s$/m);
  // What is relative is counted from what the clock shows.
  const made = await cli.json("tournaments", "create", "--name", "Later", "--end", "+1h");
  const { endTime } = made["tournament"] as { endTime: string };
  expect(Date.parse(endTime)).toBeGreaterThan(Date.now() + 3.9 * HOUR_S * 1_000);
});
