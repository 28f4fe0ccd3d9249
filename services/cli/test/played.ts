import { derivedId, newId } from "@tms/kit/values/ids";
import { testDatabase } from "@tms/kit/testing/database";
import pg from "pg";
import { test as base } from "vitest";
import {
  checkInvariants,
  describeCheck,
  type Bounds,
  type CheckResult,
} from "../src/invariants.ts";

export { describe, expect } from "vitest";

/** A database in which two tournaments were played: one paid out, one refunded. */
export interface Played {
  adminUrl: string;
  admin: pg.Client;
  /** The tournament of two gamers who paid 250 each, the second of whom went out: 50 fee, 450 to the first. */
  paid: { id: string; first: string; second: string; payout: string };
  /** The tournament whose one fee of 100, paid by the game, went back. */
  refunded: { id: string; entry: string };
  close(): Promise<void>;
}

/**
 * A played database in a transaction of the test's own, as its administrator, whom neither rights nor
 * triggers hold back. In SQL, `{paid}`, `{first}`, `{second}`, `{payout}`, `{refunded}` and `{entry}`
 * stand for ids of what was played.
 */
export const test = base
  .extend("played", { scope: "file" }, async ({}, { onCleanup }) => {
    const played = await play();
    onCleanup(() => played.close());
    for (const trigger of [
      "wallet.transfer DISABLE TRIGGER transfer_posts",
      "settlement.payout DISABLE TRIGGER payout_kept",
      "game.member DISABLE TRIGGER member_owner_kept",
    ])
      await played.admin.query(`ALTER TABLE ${trigger}`);
    return played;
  })
  .extend("ids", ({ played: { paid, refunded } }): Record<string, string> => {
    const { id, first, second, payout } = paid;
    return { paid: id, first, second, payout, refunded: refunded.id, entry: refunded.entry };
  })
  .extend("change", async ({ played, ids }, { onCleanup }) => {
    await played.admin.query("BEGIN");
    onCleanup(async () => void (await played.admin.query("ROLLBACK")));
    return (sql: string) =>
      played.admin.query<Record<string, string>>(
        sql.replaceAll(/\{(\w+)\}/g, (text, name: string) => ids[name] ?? text),
      );
  })
  .extend("check", ({ played }) => {
    // The checks begin and end a transaction of their own, which would end the test's.
    const reader = new Proxy(played.admin, {
      get: (admin, name) => (name === "query" ? query : Reflect.get(admin, name)),
    });
    const query = (text: string, ...rest: []) =>
      /^(BEGIN|ROLLBACK)/.test(text) ? Promise.resolve() : played.admin.query(text, ...rest);
    return async (bounds: Bounds = {}): Promise<CheckResult[]> =>
      (await checkInvariants(reader, bounds)).filter(({ findings }) => findings.length > 0);
  })
  /** Returns the promises found broken, up to their first comma. */
  .extend(
    "broken",
    ({ check }) =>
      async (bounds?: Bounds) =>
        (await check(bounds)).map(({ promise }) => promise.split(",")[0] ?? ""),
  )
  /** Returns what an operator reads of the promises found broken. */
  .extend(
    "report",
    ({ check }) =>
      async (bounds?: Bounds) =>
        (await check(bounds)).map(describeCheck).join("\n"),
  );

const GAME = newId();

export async function play(): Promise<Played> {
  const database = await testDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await insertGame(admin);
  const paid = await playPaid(admin);
  const refunded = await playRefunded(admin);
  const close = async () => {
    await admin.end();
    await database.drop();
  };
  return { adminUrl: database.adminUrl, admin, paid, refunded, close };
}

async function insertGame(admin: pg.Client): Promise<void> {
  await admin.query(
    `WITH project AS (INSERT INTO game.project (id, name) VALUES ($2, 'Chess') RETURNING id)
     INSERT INTO game.game (id, project_id, mode, sibling_id, currency, currency_exponent, payer,
       credit_limit_minor, platform_fee_bps, opened_at)
     SELECT environment.id, project.id, mode, sibling_id, 'USD', 2, 'wallet', 1000, 1000, now()
     FROM project, (VALUES ($1::uuid, 'live', $3::uuid), ($3, 'test', $1))
       AS environment (id, mode, sibling_id)`,
    [GAME, newId(), newId()],
  );
  await account(admin, "external", GAME, null);
  await account(admin, "game", GAME, -1000);
  await account(admin, "platform", GAME, 0);
}

async function playPaid(admin: pg.Client) {
  const id = newId();
  await account(admin, "prize_pool", id, 0);
  await tournament(admin, id, 250, "wallet", 2, "completed");
  const [first, second] = [await enter(admin, id), await enter(admin, id)];
  for (const { entry, gamer } of [first, second]) {
    await account(admin, "gamer", gamer, 0);
    await transfer(admin, newId(), ["external", GAME], ["gamer", gamer], 400, "deposit", null);
    const charge = entry;
    await transfer(admin, charge, ["gamer", gamer], ["prize_pool", id], 250, "entry_fee", id);
  }
  await end(admin, id, second);
  await settlement(admin, id, "payout", 500, 50);
  const payout = derivedId("payout", first.entry);
  await planned(admin, id, first, 450, 1, false, payout);
  await transfer(admin, payout, ["prize_pool", id], ["gamer", first.gamer], 450, "payout", id);
  const fee = derivedId("platform-fee", id);
  await transfer(admin, fee, ["prize_pool", id], ["platform", GAME], 50, "platform_fee", id);
  return { id, first: first.entry, second: second.entry, payout };
}

async function playRefunded(admin: pg.Client) {
  const id = newId();
  await account(admin, "prize_pool", id, 0);
  await tournament(admin, id, 100, "game", 1, "cancelled");
  const only = await enter(admin, id);
  const charge = only.entry;
  await transfer(admin, charge, ["game", GAME], ["prize_pool", id], 100, "entry_fee", id);
  await settlement(admin, id, "refund", 100, 0);
  const refund = derivedId("refund", only.entry);
  await planned(admin, id, only, 100, null, true, refund);
  await transfer(admin, refund, ["prize_pool", id], ["game", GAME], 100, "refund", id);
  return { id, entry: only.entry };
}

type Owner = readonly [type: string, ownerId: string];

const accountId = ([type, owner]: Owner) => derivedId("account", GAME, type, owner, "USD");

async function account(admin: pg.Client, type: string, owner: string, floor: number | null) {
  await admin.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
     VALUES ($1, $2, $3, $4, 'USD', $5)`,
    [accountId([type, owner]), GAME, type, owner, floor],
  );
}

async function transfer(
  admin: pg.Client,
  id: string,
  from: Owner,
  to: Owner,
  amount: number,
  kind: string,
  reference: string | null,
) {
  await admin.query(
    `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
       amount_minor, kind, reference_id) VALUES ($1, $2, 'USD', $3, $4, $5, $6, $7)`,
    [id, GAME, accountId(from), accountId(to), amount, kind, reference],
  );
}

/** A tournament in a status of choice, all its seats taken, and its registration. */
async function tournament(
  admin: pg.Client,
  id: string,
  fee: number,
  payer: "game" | "wallet",
  seats: number,
  status: string,
) {
  await admin.query(
    `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor, starts_at,
       ends_at, max_entries, min_entries, prize_split, currency, payer, platform_fee_bps, status)
     VALUES ($1, $2, 'Chess', '', $3, now() - interval '1 hour', now(), $5, 0, '{}', 'USD', $4, 1000, $6)`,
    [id, GAME, fee, payer, seats, status],
  );
  await admin.query(
    `INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer, max_entries,
       registration_closes_at, ends_at, seats_taken)
     SELECT id, game_id, currency, entry_fee_minor, payer, max_entries, ends_at, ends_at, max_entries
     FROM tournament.tournament WHERE id = $1`,
    [id],
  );
}

interface Entered {
  entry: string;
  gamer: string;
}

async function enter(admin: pg.Client, tournamentId: string): Promise<Entered> {
  const [entry, gamer] = [newId(), newId()];
  await admin.query(`INSERT INTO entry.gamer (id, game_id, handle) VALUES ($1, $2, $3)`, [
    gamer,
    GAME,
    gamer,
  ]);
  await admin.query(
    `INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
     VALUES ($1, $2, $3, $4)`,
    [entry, tournamentId, gamer, newId()],
  );
  return { entry, gamer };
}

/** Takes an entry out, and makes the ranking of its tournament final. */
async function end(admin: pg.Client, id: string, { entry }: Entered) {
  await admin.query(`UPDATE entry.entry SET exit_number = 1, eliminated_at = now() WHERE id = $1`, [
    entry,
  ]);
  await admin.query(
    `UPDATE entry.registration SET eliminated = 1, last_eliminated_at = now(), closed_at = now(),
       frozen_at = now()
     WHERE tournament_id = $1`,
    [id],
  );
}

async function settlement(admin: pg.Client, id: string, kind: string, pool: number, fee: number) {
  await admin.query(
    `INSERT INTO settlement.settlement (tournament_id, game_id, kind, state, due_at, currency,
       pool_minor, fee_minor, run_at, finished_at)
     VALUES ($1, $2, $3, 'done', now(), 'USD', $4, $5, now(), now())`,
    [id, GAME, kind, pool, fee],
  );
}

async function planned(
  admin: pg.Client,
  id: string,
  { entry, gamer }: Entered,
  amount: number,
  rank: number | null,
  toGame: boolean,
  transferId: string,
) {
  await admin.query(
    `INSERT INTO settlement.payout (tournament_id, entry_id, position, gamer_id, handle, rank,
       amount_minor, to_game, transfer_id)
     VALUES ($1, $2, 1, $3::uuid, $3::uuid::text, $4, $5, $6, $7)`,
    [id, entry, gamer, rank, amount, toGame, transferId],
  );
}

/** An attempt as it is stored. */
export interface Attempt {
  score: number;
  tieBreaks?: readonly number[];
  state?: string;
}

/** What attempts come to, as it is stored. */
export interface Standing {
  /** Score and tie-breaks; none without an attempt that counts. */
  result: readonly number[];
  best?: readonly number[];
  /** Which attempt changed it last, counted from 1. */
  reached?: number;
}

/** The place of somebody with a score: the better of two is the lesser, byte by byte. */
export function scoredAt(...numbers: readonly number[]): Buffer {
  const place = Buffer.alloc(1 + 8 * numbers.length, 2);
  numbers.forEach((number, n) => place.writeBigUInt64BE(2n ** 63n + BigInt(number), 1 + 8 * n));
  return place;
}

/** Makes the refunded tournament one of scores, in which its gamer has some attempts and a standing. */
export async function playScores(
  played: Played,
  scoring: object,
  attempts: readonly Attempt[],
  { result: [score, ...tieBreaks], best = [], reached }: Standing,
  place: Buffer | null,
): Promise<void> {
  const { id, entry } = played.refunded;
  const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);
  await change(
    `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at, sequence, listed)
     VALUES ($1, $2, false, $3, now() - interval '1 hour', now() + interval '1 hour', $4, $5)`,
    id,
    newId(),
    JSON.stringify({
      operator: "best",
      direction: "higher",
      tieBreaks: [],
      ties: "shared",
      attempts: 9,
      ...scoring,
    }),
    attempts.length,
    place === null ? 0 : 1,
  );
  for (const [index, attempt] of attempts.entries())
    await change(
      `INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, name, sequence, score,
         tie_breaks, state, metadata, created_at)
       SELECT $1, tournament_id, gamer_id, id, $3, $4::integer, $5, $6, $7, '',
         now() + $4::integer * interval '1 second'
       FROM entry.entry WHERE id = $2`,
      newId(),
      entry,
      `match-${index}`,
      index + 1,
      attempt.score,
      attempt.tieBreaks ?? [],
      attempt.state ?? "counted",
    );
  await change(
    `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, score, tie_breaks, best,
       attempts, reached_sequence, reached_at, place)
     SELECT entry.tournament_id, entry.gamer_id, entry.id, joined_at, $2, $3, $4, $5, $6::bigint,
       (SELECT created_at FROM entry.attempt WHERE entry_id = $1 AND sequence = $6::bigint), $7
     FROM entry.entry WHERE id = $1`,
    entry,
    score ?? null,
    tieBreaks,
    best,
    attempts.filter(({ state }) => state !== "void").length,
    reached ?? null,
    place,
  );
  await change(
    `INSERT INTO entry.stratum (tournament_id, first, entries) VALUES ($1, '', 0), ($1, '\\x02', $2)`,
    id,
    place === null ? 0 : 1,
  );
}
