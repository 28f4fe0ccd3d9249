import { over, type Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { createTournament, getReason, readPages } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { listSettlements } from "../src/db/settlements.ts";
import { describe, expect, test as base, Tournament, type Open } from "./tournament.ts";

const { SCHEDULED, PLANNING, PAYING, DONE, DEAD, UNSPECIFIED } = SettlementState;

/** Opens tournaments, one with a settlement in every state. */
async function openAll(world: World, open: Open) {
  const [scheduled, planning, paying, done, dead] = [
    await open({ handles: ["ada"] }),
    await open({ handles: ["ada"] }),
    await open({ handles: ["ada"] }),
    await open({ handles: ["ada"] }),
    await open({ handles: ["ada"] }),
  ];
  {
    using _outage = world.fail("BatchFreezeRanking");
    await planning.work();
  }
  {
    using _outage = world.fail("BatchDisburse");
    await paying.work();
  }
  await done.work();
  await dead.addSurplus(1n);
  await dead.cancel();
  await dead.work();
  return { scheduled, planning, paying, done, dead };
}

/** The settlements of the file, listed by operators across games. */
const test = base.extend(
  "all",
  { scope: "file", auto: true },
  async ({ world }) => await openAll(world, (options = {}) => Tournament.open(world, options)),
);

async function list({ settlement }: World, state: SettlementState, pageSize = 0, pageToken = "") {
  const { settlements, nextPageToken } = await settlement.listSettlements({
    state,
    pageSize,
    pageToken,
  });
  return { ids: settlements.map(({ tournamentId }) => tournamentId), nextPageToken };
}

describe("ListSettlements", () => {
  test.for([
    [SCHEDULED, ["scheduled"]],
    [PLANNING, ["planning"]],
    [PAYING, ["paying"]],
    [DONE, ["done"]],
    [DEAD, ["dead"]],
    [UNSPECIFIED, ["dead", "done", "paying", "planning", "scheduled"]],
  ] as const)("lists the settlements in state %i", async ([state, names], { all, world }) => {
    expect((await list(world, state)).ids).toEqual(names.map((name) => all[name].tournamentId));
  });

  test("lists each once by pages, the newest tournament first", async ({ world }) => {
    const pages = await readPages((token) => list(world, UNSPECIFIED, 2, token));
    expect(pages.flatMap(({ ids }) => ids)).toEqual((await list(world, UNSPECIFIED)).ids);
  });
});

describe("GetSettlement", () => {
  test("finds nothing for another game, nor before the publication", async ({ all, world }) => {
    const read = (key: { gameId: string; tournamentId: string }) =>
      getReason(world.settlement.getSettlement(key));
    expect(await read({ ...all.done.key, gameId: newId() })).toBe("TOURNAMENT_NOT_FOUND");
    expect(await read({ ...all.done.key, tournamentId: newId() })).toBe("TOURNAMENT_NOT_FOUND");
    expect(await read(await createTournament(world))).toBe("SETTLEMENT_NOT_FOUND");
  });

  test.for([
    ["settlements", ["1"]],
    ["settlements", [newId(), "1"]],
    ["payouts", ["-"]],
    ["payouts", ["999999999999999999"]],
  ] as const)("refuses a forged page token of %s", async ([name, values], { all, world }) => {
    const { key, tournamentId } = all.done;
    const isList = name === "settlements";
    const pageToken = encodePageToken([name, isList ? UNSPECIFIED : tournamentId], values);
    const page = isList
      ? list(world, UNSPECIFIED, 2, pageToken)
      : world.settlement.getSettlement({ ...key, pageToken });
    expect(await getReason(page)).toBe("INVALID_PAGE_TOKEN");
  });

  test("shows a plan before it is paid, and afterwards when it was paid", async ({ all }) => {
    const paying = await all.paying.read();
    expect(paying.payouts).toMatchObject([{ handle: "ada", amount: { minorUnits: 3n } }]);
    expect(paying.payouts[0]?.payTime).toBeUndefined();
    const done = await all.done.read();
    expect(done.payouts[0]?.payTime).toBeDefined();
    expect(done.payouts[0]?.transferId).not.toBe(paying.payouts[0]?.transferId);
  });
});

describe("a page of settlements", () => {
  const OTHERS = 4_000;
  // Before all ids that are random.
  const FIRST = "00000000-0000-0000-0000-000000000001";

  const insertOthers = (tx: Tx, state: string) =>
    tx.$client.query(
      `INSERT INTO settlement (tournament_id, game_id, kind, state, due_at, run_at, currency,
         pool_minor, finished_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'payout', $1, now(), now(), 'USD', 1,
         CASE WHEN $1 = 'done' THEN now() END
       FROM generate_series(1, $2)`,
      [state, OTHERS],
    );
  async function countRead(tx: Tx): Promise<number> {
    const { rows } = await tx.$client.query<{ read: bigint }>(
      `SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_xact_user_tables
       WHERE relid = 'settlement'::regclass`,
    );
    return Number(rows[0]?.read);
  }

  test.for([
    ["scheduled", "done", undefined],
    ["planning", "scheduled", undefined],
    ["paying", "scheduled", undefined],
    ["dead", "done", undefined],
    [undefined, "done", FIRST],
  ] as const)(
    "in state %s reads its own rows only, however many are in state %s",
    async ([state, othersIn, before], { world }) => {
      const tx = over(await world.contexts.settlement.db.$client.connect());
      try {
        await tx.$client.query("BEGIN");
        await insertOthers(tx, othersIn);
        // As the pool does once a table has grown.
        await tx.$client.query("DISCARD PLANS");
        const read = await countRead(tx);
        await listSettlements(tx, state, before, 10);
        expect((await countRead(tx)) - read).toBeLessThan(20);
      } finally {
        await tx.$client.query("ROLLBACK");
        tx.$client.release();
      }
    },
  );
});
