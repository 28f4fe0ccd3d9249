import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { collected } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { eliminate, getReason, join, type TournamentKey } from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeOutcomes,
  freezeOutcomes,
  joinReasons,
  record,
  scoredTournament,
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

/** Returns a function that makes the same calls about tournaments again, and their outcomes. */
type Prepare = (world: World, keys: TournamentKey[]) => Promise<() => Promise<unknown[]>>;

const prepareJoins: Prepare = async (world, keys) => {
  const joins = keys.map((key) => ({ ...key, handle: "bob", requestId: newId() }));
  return () => joinReasons(world, joins);
};
const prepareClosing: Prepare = async (world, keys) => async () =>
  (await closeOutcomes(world, keys)).map(toReason);
const prepareFreezing: Prepare = async (world, keys) => {
  await closeOutcomes(world, keys);
  return async () => (await freezeOutcomes(world, keys)).map(toReason);
};
const prepareScores: Prepare = async (world, keys) => {
  const scores = keys.map((key) => ({ ...key, requestId: newId(), handle: "ann", score: 3n }));
  return async () => {
    const outcomes = await collected(world.entry.batchSubmitScore({ scores }));
    return outcomes.toSorted((a, b) => a.index - b.index).map(toScore);
  };
};

test.for<[string, "registration" | "board", Prepare, unknown]>([
  ["joins", "registration", prepareJoins, "entry"],
  ["closes registrations", "registration", prepareClosing, "closed"],
  ["freezes rankings", "registration", prepareFreezing, "frozen"],
  ["takes scores", "board", prepareScores, 3],
  ["closes registrations", "board", prepareClosing, "closed"],
])("%s of other tournaments beside a stuck %s", async ([, table, prepare, done], { world }) => {
  const keys: TournamentKey[] = [];
  for (let n = 0; n < 3; n++) keys.push(await scoredTournament(world, ["ann"]));
  const stuck = keys[1] ?? expect.fail();
  const call = await prepare(world, keys);
  {
    await using _held = await hold(world, table, stuck);
    // Postgres reports a timeout shortly before it lets go of the other locks of the batch, so that a
    // batch may have to come again.
    await expect.poll(call, { interval: 5 }).toEqual([done, "UNAVAILABLE", done]);
  }
  expect(await call()).toEqual([done, done, done]);
});

test("joins a tournament whose board is stuck", async ({ world }) => {
  const tournament = await scoredTournament(world, ["ann"]);
  await using _held = await hold(world, "board", tournament);
  expect(await getReason(join(world, tournament, "bob"))).toBe("accepted");
});

test("answers a ranking while the placements of another are held up", async ({ world }) => {
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
  // A repeat is refused while the cancelled call still writes its placements.
  const repeat = async () =>
    (await collected(world.entry.batchFreezeRanking({ rankings }))).map(toReason);
  await expect.poll(repeat, { timeout: 10_000 }).toEqual(["frozen", "frozen"]);
});

test("refuses a decision if the tournament ends while the decision waits", async ({
  world,
  patient,
}) => {
  const tournament = await scoredTournament(world, ["ann", "bob"]);
  await using holder = await hold(world, "board", tournament);
  const slow = getReason(eliminate(patient, tournament, "ann"));
  await waitForLocks(world);
  const end = "UPDATE entry.board SET ends_at = clock_timestamp() WHERE tournament_id = $1";
  await holder.query(end, [tournament.tournamentId]);
  await holder.end("COMMIT");
  expect(await slow).toBe("TOURNAMENT_ENDED");
});

describe("the time of a decision", () => {
  const toMs = (time: Timestamp | undefined) => (time ? timestampDate(time).getTime() : NaN);

  test.for(["registration", "board"] as const)(
    "is that at which it got the lock of its %s",
    async (table, { world, patient }) => {
      const tournament = await scoredTournament(world, ["ann", "bob"]);
      await using holder = await hold(world, table, tournament);
      const slow = eliminate(patient, tournament, "ann");
      await waitForLocks(world);
      const { rows } = await holder.query<{ now: Date }>("SELECT clock_timestamp() AS now");
      await holder.end();
      const [ann] = await slow;
      expect(toMs(ann?.eliminateTime)).toBeGreaterThanOrEqual(Number(rows[0]?.now));
      expect(ann?.updateTime).toEqual(ann?.eliminateTime);
    },
  );

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

test("decides on nothing for a review whose caller leaves", async ({ world, patient }) => {
  const tournament = await scoredTournament(world, ["ann"]);
  const scoreIds = await record(world, tournament, ["ann", 10]);
  const countTransactions = async () => {
    const { rowCount } = await world.admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'tms-entry' AND xact_start IS NOT NULL`,
    );
    return rowCount;
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
  await expect.poll(countTransactions, { interval: 5 }).toBe(0);
  const { standings } = await world.entry.readLeaderboard(tournament);
  expect(standings).toMatchObject([{ handle: "ann", score: 10n }]);
});
