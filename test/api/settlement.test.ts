import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { administer } from "@tms/kit/database/admin";
import { newId } from "@tms/kit/values/ids";
import { repository } from "@tms/stack/paths";
import type { Api } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import type { PayoutBody, PreviewBody } from "../harness/bodies.ts";
import { joined } from "../harness/gamers.ts";
import { created, idOf, published, reaches, settled } from "../harness/tournament.ts";
import { createApi } from "../world/callers.ts";
import { startGateway } from "../world/gateway.ts";
import { describe, expect, test } from "../world/test.ts";
import { startWorld } from "../world/world.ts";

const balanceOf = async (api: Api, gamer: string) =>
  (await api.get(`/wallet/${gamer}`)).body.wallet.balance;

/** Reports scores, all of which must count. */
async function scored(api: Api, path: string, scores: Record<string, number>): Promise<void> {
  const body = { scores: Object.entries(scores).map(([gamer, score]) => ({ gamer, score })) };
  const headers = { "idempotency-key": newId() };
  const { results } = (await api.post(`${path}/scores`, body, { headers })).body;
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 201));
}

/** Reads the preview of a settlement page by page. */
async function previewed(api: Api, path: string, limit = 2): Promise<PreviewBody> {
  const payouts: PayoutBody[] = [];
  for (let cursor = ""; ;) {
    const answer = await api.get(`${path}/settlement/preview?limit=${limit}${cursor}`);
    expect(answer.status).toBe(200);
    const page = answer.body as unknown as PreviewBody;
    payouts.push(...page.payouts);
    if (page.nextCursor === null) return { ...page, payouts };
    cursor = `&cursor=${page.nextCursor}`;
  }
}

const unpaid = (payouts: readonly PayoutBody[]) =>
  payouts.map((payout) => ({ ...payout, paidAt: null }));
const inShort = (payouts: readonly PayoutBody[]) =>
  payouts.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount]);

/** Ends a tournament, which must pay as its last preview says. Returns the payouts in short. */
async function ended(api: Api, path: string) {
  const seen = await previewed(api, path);
  expect((await api.patch(`${path}/complete`)).status).toBe(200);
  const { payouts, kind } = await settled(api, path);
  expect(seen.kind).toBe(kind);
  expect(unpaid(seen.payouts)).toEqual(unpaid(payouts));
  await reaches(api, path, kind === "refund" ? "cancelled" : "completed");
  return { kind, paid: inShort(payouts) };
}

describe("a settlement", () => {
  test("pays on a database with other defaults", async ({ onTestFinished }) => {
    const world = await startWorld({ background: true });
    onTestFinished(() => world.close());
    const { adminUrl } = world.database;
    const database = new URL(adminUrl).pathname.slice(1);
    for (const [name, value] of Object.entries({
      datestyle: "SQL, DMY",
      timezone: "Asia/Kathmandu",
      intervalstyle: "iso_8601",
      bytea_output: "escape",
      extra_float_digits: "-10",
      default_transaction_isolation: "serializable",
    }))
      await administer(adminUrl, `ALTER DATABASE ${database} SET ${name} = '${value}'`);
    // Connections keep the defaults that they began with.
    await administer(
      adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
    );
    const api = await createApi(await startGateway(world));
    const path = await published(api, { entryFee: 10, scoring: {} });
    await joined(api, path, "ada", "bob");
    await scored(api, path, { ada: 1, bob: 2 });
    expect((await ended(api, path)).paid).toEqual([["bob", 1, 20]]);
    await audit(adminUrl);
  });

  test("happens by itself at the end", async ({ newEnvironments }) => {
    const { testing: api } = await newEnvironments({ platformFeeBps: 1_000 });
    const path = await published(api, { entryFee: 10, prizeSplit: [70, 30] });
    await api.post(`${path}/joins`, { gamers: ["ada", "bob", "cyd"] });
    for (const gamer of ["cyd", "ada"]) await api.patch(`${path}/eliminate`, { gamer });
    await api.patch("/clock/advance", { bySeconds: 7_200 });
    const tournament = await reaches(api, path, "completed");
    const bob = (await api.get("/gamer/bob")).body.gamer;
    expect(tournament).toMatchObject({ winner: bob.id, winners: [bob.id], prizePool: 0 });
    const { payouts, ...settlement } = await settled(api, path);
    expect(settlement).toEqual({
      tournament: idOf(path),
      kind: "payout",
      state: "done",
      currency: "USD",
      pool: 30,
      platformFee: 3,
      entries: 3,
      dueAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect(inShort(payouts)).toEqual([
      ["bob", 1, 18.9],
      ["ada", 2, 8.1],
    ]);
    for (const { gamerHandle, transaction, amount } of payouts) {
      expect(await balanceOf(api, gamerHandle)).toBe(amount);
      const { transactions } = (await api.get(`/wallet/${gamerHandle}/transactions`)).body;
      expect(transactions).toMatchObject([{ id: transaction, kind: "payout" }]);
    }
  });

  test("shows its failed attempts on request", async ({ api, live }) => {
    const path = await published(api, { entryFee: 1 });
    await joined(api, path, "ada");
    using outage = live.fail("BatchFreezeRanking");
    await api.patch(`${path}/complete`);
    await outage.met;
    const attempts = async () =>
      (await api.get(`${path}/settlement?expand=attempts`)).body.settlement.attempts;
    await expect.poll(async () => (await attempts())?.failed).toBeGreaterThan(0);
    expect((await attempts())?.nextAt).toEqual(expect.any(String));
    expect((await api.get(`${path}/settlement`)).body.settlement).not.toHaveProperty("attempts");
    const unknown = await api.get(`${path}/settlement?expand=everything`);
    expect([unknown.status, unknown.body.errors[0]?.pointer]).toEqual([400, "/query/expand"]);
    outage[Symbol.dispose]();
    expect((await settled(api, path)).payouts).toMatchObject([{ amount: 1 }]);
  });
});

const CHEAT = { reason: "Speed hack, case 77" };

test("pays nothing to disqualified gamers, and their fees to the others", async ({ api }) => {
  const path = await published(api, { entryFee: 10, prizeSplit: [60, 40], scoring: {} });
  await joined(api, path, "ada", "bob", "cyd");
  await scored(api, path, { ada: 999, bob: 5, cyd: 3 });
  await api.patch(`${path}/disqualify`, { gamer: "ada", ...CHEAT });
  const late = await api.post(`${path}/score`, { gamer: "ada", score: 1_000 });
  expect([late.status, late.body.code]).toEqual([409, "gamer_disqualified"]);
  expect((await ended(api, path)).paid).toEqual([
    ["bob", 1, 18],
    ["cyd", 2, 12],
  ]);
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.map(({ gamerHandle, rank, state }) => [gamerHandle, rank, state])).toEqual([
    ["bob", 1, "in"],
    ["cyd", 2, "in"],
    ["ada", null, "disqualified"],
  ]);
  expect((await api.get(path)).body.tournament.winner).toBe(entries[0]?.gamer);
});

describe("a preview", () => {
  test("is there while the tournament is published", async ({ newApi }) => {
    const api = await newApi({ platformFeeBps: 1_000 });
    const path = await created(api, { entryFee: 5, prizeSplit: [60, 40] });
    const read = () => api.get(`${path}/settlement/preview`);
    const refusal = async () => {
      const { status, body } = await read();
      return [status, body.code];
    };
    expect(await refusal()).toEqual([409, "tournament_not_published"]);
    await api.patch(`${path}/publish`);
    expect((await read()).body).toMatchObject({ kind: "payout", pool: 0, entries: 0, prizes: [] });
    await joined(api, path, "ada", "bob", "cyd");
    await api.patch(`${path}/eliminate`, { gamer: "bob" });
    expect((await read()).body).toEqual({
      kind: "payout",
      currency: "USD",
      pool: 15,
      platformFee: 1.5,
      entries: 3,
      prizes: [{ rank: 1, entries: 2, each: 6.75 }],
      payouts: ["ada", "cyd"].map((gamerHandle) =>
        expect.objectContaining({ gamerHandle, rank: 1, amount: 6.75, paidAt: null }),
      ),
      asOf: expect.any(String),
      nextCursor: null,
    });
    await api.patch(`${path}/cancel`);
    expect(await refusal()).toEqual([409, "tournament_not_published"]);
  });

  test.for([{}, { scoring: {} }])(
    "refuses a foreign or changed cursor with the terms %j",
    async (terms, { api }) => {
      const preview = async () => {
        const path = await published(api, { entryFee: 1, ...terms });
        await joined(api, path, "ada", "bob", "cyd");
        if ("scoring" in terms) await scored(api, path, { ada: 5, bob: 5, cyd: 5 });
        return `${path}/settlement/preview?limit=1`;
      };
      const [path, other] = [await preview(), await preview()];
      const { nextCursor } = (await api.get(path)).body;
      expect((await api.get(`${path}&cursor=${nextCursor}`)).status).toBe(200);
      const changed = `${nextCursor?.slice(0, -8)}AAAAAAAA`;
      const wrong = ["x", "p.x", "r.x", changed].map((cursor) => `${path}&cursor=${cursor}`);
      for (const query of [`${other}&cursor=${nextCursor}`, ...wrong]) {
        const { status, body } = await api.get(query);
        expect([query, status, body.code]).toEqual([query, 400, "invalid_page_token"]);
      }
    },
  );
});

interface Statement {
  lines: { transaction: string; amount: number }[];
  seals: { number: number; digest: string }[];
}

/** Runs the program of docs/guide/seals.md. Rejects if the program finds a broken seal. */
async function verify(gatewayUrl: string, api: Api, path: string): Promise<string> {
  const page = await readFile(join(repository, "docs/guide/seals.md"), "utf8");
  const [, program = ""] = /```js[^\n]*\n([^]*?)```/.exec(page) ?? [];
  const args = ["--input-type=module", "-e", program, gatewayUrl, api.apiKey, idOf(path)];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

test("seals a statement so that anyone can detect a change", async ({ newApi, live }) => {
  const api = await newApi({ platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 2.5 });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/complete`);
  await reaches(api, path, "completed");
  const { lines, seals } = (await api.get(`${path}/statement`)).body as unknown as Statement;
  expect(lines.map(({ amount }) => amount)).toEqual([2.5, 2.5, 2.5, -0.75, -2.25, -2.25, -2.25]);
  const last = seals.at(-1);
  const verified = `${last?.number} ${last?.digest}\n`;
  expect(await verify(live.gateway.url, api, path)).toBe(verified);
  const setAmount = (minor: number) =>
    live.admin.query("UPDATE wallet.transfer SET amount_minor = $1 WHERE id = $2", [
      minor,
      lines[1]?.transaction,
    ]);
  await setAmount(249);
  await expect(verify(live.gateway.url, api, path)).rejects.toThrow("is broken");
  await setAmount(250);
  expect(await verify(live.gateway.url, api, path)).toBe(verified);
});
