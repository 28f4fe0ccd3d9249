import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { collected } from "@tms/kit/rpc/outcomes";
import { transaction } from "@tms/kit/database/transaction";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import {
  deposit,
  eliminate,
  getReason,
  join,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { lockRegistrations } from "../src/db/registrations.ts";
import {
  closeOutcomes,
  countSeats,
  freezeOutcomes,
  joinReasons,
  publishWalletTournament,
  record,
  scoredTournament,
  submitEach,
  toReason,
  toScore,
  tournamentOf,
} from "./actions.ts";

// `patient` is a replica whose calls wait for locks without a limit, so that a busy machine cannot make
// them give up while a test looks at them.
const test = base.extend("patient", { scope: "file" }, async ({ replica }) => {
  replica.contexts.entry.db.$client.on("acquire", (client) => {
    client.query("SET lock_timeout = 0; SET statement_timeout = 0").catch(() => client.end());
  });
  return replica;
});

const hold = (
  world: World,
  table: "registration" | "board" | "entry",
  { tournamentId }: TournamentKey,
) =>
  holdLocks(world, `SELECT FROM entry.${table} WHERE tournament_id = $1 FOR UPDATE`, [
    tournamentId,
  ]);

const closeReasons = async (world: World, keys: readonly TournamentKey[]) =>
  (await closeOutcomes(world, keys)).map(toReason);

/**
 * Expects outcomes of a batch beside something stuck. Postgres reports a timeout shortly before it
 * lets go of the other locks of the batch, so that a batch may have to come again.
 */
const expectBeside = (call: () => Promise<unknown[]>, expected: unknown[]) =>
  expect.poll(call, { interval: 5 }).toEqual(expected);

describe("beside a registration that is stuck", () => {
  test("joins go on, and its own may come again", async ({ world }) => {
    const [first, stuck, second] = [
      await tournamentOf(world, "early"),
      await tournamentOf(world, "early"),
      await tournamentOf(world, "early"),
    ];
    const tournaments = [first, stuck, second];
    const joins = tournaments.map((key) => ({ ...key, handle: "ann", requestId: newId() }));
    {
      await using _held = await hold(world, "registration", stuck);
      // One batch, because all of them leave in the same turn.
      await expectBeside(() => joinReasons(world, joins), ["entry", "UNAVAILABLE", "entry"]);
    }
    expect(await joinReasons(world, joins)).toEqual(["entry", "entry", "entry"]);
    const seats = await Promise.all(tournaments.map((key) => countSeats(world, key)));
    expect(seats).toEqual([2, 2, 2]);
  });

  test("charged joins are confirmed, though a seat cannot be freed yet", async ({ world }) => {
    const tournament = await publishWalletTournament(world, { entryFeeMinorUnits: 5n });
    const { gameId } = tournament;
    const { gamer } = await world.entry.createGamer({ requestId: newId(), gameId, handle: "ann" });
    await deposit(world, gameId, gamer?.id ?? "", 5n);
    const joins = ["ann", "bob"].map((handle) => ({ ...tournament, handle, requestId: newId() }));
    {
      using charging = world.hold("CollectFees");
      const joining = joinReasons(world, joins);
      await charging.met;
      await using _held = await hold(world, "registration", tournament);
      charging[Symbol.dispose]();
      expect(await joining).toEqual(["entry", "UNAVAILABLE"]);
    }
    expect(await joinReasons(world, joins)).toEqual(["entry", "INSUFFICIENT_FUNDS"]);
    expect(await countSeats(world, tournament)).toBe(1);
  });

  test("registrations are closed and rankings frozen", async ({ world }) => {
    const [first, stuck, fresh] = [
      await tournamentOf(world, "ann"),
      await tournamentOf(world, "ann"),
      await publishTournament(world),
    ];
    const keys = [first, stuck, fresh];
    const freezeReasons = async () => (await freezeOutcomes(world, keys)).map(toReason);
    {
      await using _held = await hold(world, "registration", stuck);
      expect(await getReason(eliminate(world, stuck, "ann"))).toBe("UNAVAILABLE");
      await expectBeside(() => closeReasons(world, keys), ["closed", "UNAVAILABLE", "closed"]);
      expect(await getReason(join(world, first, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    }
    expect(await getReason(eliminate(world, stuck, "ann"))).toBe("accepted");
    expect(await closeReasons(world, keys)).toEqual(["closed", "closed", "closed"]);
    {
      await using _held = await hold(world, "registration", stuck);
      await expectBeside(freezeReasons, ["frozen", "UNAVAILABLE", "frozen"]);
    }
    expect(await freezeReasons()).toEqual(["frozen", "frozen", "frozen"]);
  });
});

describe("beside a board that is stuck", () => {
  test("scores go on, and joins into its tournament too", async ({ world }) => {
    const [stuck, other] = [
      await scoredTournament(world, ["ann"]),
      await scoredTournament(world, ["ann"]),
    ];
    // One batch, because both leave in the same turn.
    const scores = [stuck, other].map((key) => ({
      ...key,
      requestId: newId(),
      handle: "ann",
      score: 3n,
    }));
    const send = async () => {
      const outcomes = await collected(world.entry.batchSubmitScore({ scores }));
      return outcomes.toSorted((a, b) => a.index - b.index).map(toScore);
    };
    {
      await using _held = await hold(world, "board", stuck);
      expect(await getReason(join(world, stuck, "bob"))).toBe("accepted");
      await expectBeside(send, ["UNAVAILABLE", 3]);
    }
    expect(await send()).toEqual([3, 3]);
  });

  test("registrations are closed", async ({ world }) => {
    const stuck = await scoredTournament(world, ["ann"]);
    const keys = [await scoredTournament(world, ["ann"]), await publishTournament(world), stuck];
    {
      await using _held = await hold(world, "board", stuck);
      await expectBeside(() => closeReasons(world, keys), ["closed", "closed", "UNAVAILABLE"]);
    }
    expect((await submitEach(world, stuck, { ann: 1 })).map(toScore)).toEqual([1]);
    expect(await closeReasons(world, keys)).toEqual(["closed", "closed", "closed"]);
  });
});

test("a ranking is answered while the placements of another are held up", async ({ world }) => {
  const [held, plain] = [await tournamentOf(world, "ann"), await tournamentOf(world, "bob")];
  await closeOutcomes(world, [held, plain]);
  const rankings = [
    { ...held, groups: 1, finalRanks: [{ handle: "ann", rank: 1 }] },
    { ...plain, groups: 1 },
  ];
  {
    await using _held = await hold(world, "entry", held);
    for await (const { outcomes } of world.entry.batchFreezeRanking({ rankings })) {
      expect(outcomes).toMatchObject([{ index: 1, outcome: { case: "frozen" } }]);
      break;
    }
  }
  const outcomes = await collected(world.entry.batchFreezeRanking({ rankings }));
  expect(outcomes.map(toReason)).toEqual(["frozen", "frozen"]);
});

describe("the time of a decision", () => {
  const toMs = (time: Timestamp | undefined) => (time ? timestampDate(time).getTime() : NaN);

  test("is that at which the registration was locked", async ({ world, patient }) => {
    const tournament = await tournamentOf(world, "ann");
    await using holder = await hold(world, "registration", tournament);
    const locking = transaction(patient.contexts.entry.db, "entry.eliminate", (tx) =>
      lockRegistrations(tx, [tournament.tournamentId]),
    );
    await waitForLocks(world);
    const { rows } = await holder.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    await holder.end("COMMIT");
    const [locked] = await locking;
    expect(locked?.readAt.getTime()).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? Infinity);
  });

  test("orders eliminations as their ranks, however long one waits", async ({ world, patient }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cid");
    const requestId = newId();
    await using holder = await holdLocks(
      world,
      "INSERT INTO entry.request (id, fingerprint) VALUES ($1, '')",
      [requestId],
    );
    const slow = patient.entry.eliminate({ ...tournament, requestId, handles: ["ann"] });
    await waitForLocks(world);
    const [bob] = await eliminate(world, tournament, "bob");
    const { rows } = await holder.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    await holder.end();
    const [ann] = (await slow).entries;
    expect([ann?.rank, bob?.rank]).toEqual([2, 3]);
    expect(toMs(ann?.eliminateTime)).toBeGreaterThan(toMs(bob?.eliminateTime));
    expect(toMs(ann?.eliminateTime)).toBeGreaterThanOrEqual(Number(rows[0]?.now));
    expect(ann?.updateTime).toEqual(ann?.eliminateTime);
  });

  test("is later than the one before, even if the clock stepped back", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cid");
    const [ann] = await eliminate(world, tournament, "ann");
    await world.admin.query(
      `UPDATE entry.registration SET last_eliminated_at = last_eliminated_at + interval '1 hour'
       WHERE tournament_id = $1`,
      [tournament.tournamentId],
    );
    const [bob] = await eliminate(world, tournament, "bob");
    expect(toMs(bob?.eliminateTime)).toBe(toMs(ann?.eliminateTime) + 3_600_001);
    const [cid] = await eliminate(world, tournament, "cid");
    expect(toMs(cid?.eliminateTime)).toBe(toMs(bob?.eliminateTime) + 1);
  });
});

test("scores are listed for a tournament that is joined at the same time", async ({
  world,
  patient,
}) => {
  const { gameId, tournamentId } = await publishTournament(world, { scoring: scoringMessage({}) });
  await using opener = await holdLocks(
    world,
    `INSERT INTO entry.registration (tournament_id, game_id, test, currency, fee_minor, payer,
       registration_closes_at, ends_at, scored)
     VALUES ($1, $2, false, 'USD', 0, 'game', 'infinity', 'infinity', true)`,
    [tournamentId, gameId],
  );
  await opener.query(
    `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at)
     VALUES ($1, $2, false, '{}', '-infinity', 'infinity')`,
    [tournamentId, gameId],
  );
  await opener.query("LOCK TABLE entry.registration");
  const reading = patient.entry.listScores({ gameId, tournamentId });
  // It has found no board, and looks for the registration. A look at the sizes of tables may come first.
  await waitForLocks(world);
  await opener.end("COMMIT");
  expect((await reading).scores).toEqual([]);
});

test("a review whose caller leaves decides on nothing", async ({ world, patient }) => {
  const tournament = await scoredTournament(world, ["ann"]);
  const scoreIds = await record(world, tournament, ["ann", 10]);
  const countConnections = async (condition: string) => {
    const { rows } = await world.admin.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tms-entry' AND ${condition}`,
    );
    return rows[0]?.count;
  };
  await using held = await hold(world, "board", tournament);
  const caller = new AbortController();
  const decision = { scoreIds, verdict: ScoreVerdict.VOID, reason: "a cheat", requestId: newId() };
  const { signal } = caller;
  const left = getReason(patient.entry.reviewScores({ ...tournament, ...decision }, { signal }));
  await waitForLocks(world);
  caller.abort();
  await held.end();
  await left;
  await expect.poll(() => countConnections("xact_start IS NOT NULL"), { interval: 5 }).toBe(0);
  const { standings } = await world.entry.readLeaderboard(tournament);
  expect(standings).toMatchObject([{ handle: "ann", score: 10n }]);
});
