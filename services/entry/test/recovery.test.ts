import { isMessage } from "@bufbuild/protobuf";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { CollectFeesRequestSchema, type CollectFeesRequest } from "@tms/proto/tms/wallet/v1/wallet";
import {
  deposit,
  getReason,
  join,
  joinAll,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { holdLocks } from "../../../test/world/locks.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { createRecovery, REFUSED_JOINS } from "../src/joining/recovery.ts";
import {
  closeRegistration,
  countFees,
  countSeats,
  handles,
  joinOutcomes,
  makeDue,
  publishWalletTournament,
  recover,
} from "./actions.ts";

const PAID = { entryFeeMinorUnits: 250n };

async function listEntrants({ entry }: World, tournament: TournamentKey): Promise<string[]> {
  const { entries } = await entry.listEntries({ ...tournament, pageSize: 100 });
  return entries.map(({ handle }) => handle);
}

/** Returns the ids of the fees of a tournament in a request. */
const listFees = ({ collections }: CollectFeesRequest, tournament: TournamentKey): string[] =>
  collections
    .filter(({ tournamentId }) => tournamentId === tournament.tournamentId)
    .flatMap(({ transferIds }) => transferIds);

/** Sends joins whose charges fail. */
async function joinInVain(
  world: World,
  joins: Parameters<typeof joinOutcomes>[1],
  when: "before" | "after" = "before",
): Promise<void> {
  using _outage = world.fail("CollectFees", { when });
  await joinOutcomes(world, joins);
}

describe.for(["before", "after"] as const)("a join whose charge failed %s it was made", (when) => {
  test("is unavailable, keeps its seat, and is finished once by recovery", async ({ world }) => {
    const tournament = await publishTournament(world, { ...PAID, maxEntries: 1 });
    const requestId = newId();
    {
      using _outage = world.fail("CollectFees", { when });
      expect(await getReason(join(world, tournament, "ann", requestId))).toBe("UNAVAILABLE");
      expect(await getReason(join(world, tournament, "bob"))).toBe("TOURNAMENT_FULL");
      expect(await listEntrants(world, tournament)).toEqual([]);
    }
    await makeDue(world, tournament);
    await recover(world);
    expect(await listEntrants(world, tournament)).toEqual(["ann"]);
    expect((await join(world, tournament, "ann", requestId)).handle).toBe("ann");
    expect(await countFees(world, tournament)).toBe(1);
    expect(await countSeats(world, tournament)).toBe(1);
  });

  test("is finished once by its repeats, or by the gamer's next attempt", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    const joins = ["ann", "bob"].map((handle) => ({ ...tournament, handle, requestId: newId() }));
    await joinInVain(world, joins, when);
    const requestId = joins[0]?.requestId;
    await Promise.all(Array.from({ length: 8 }, () => join(world, tournament, "ann", requestId)));
    expect(await getReason(join(world, tournament, "bob"))).toBe("GAMER_ALREADY_JOINED");
    expect(await countFees(world, tournament)).toBe(2);
  });
});

describe("recovery", () => {
  test("frees the seat of an unpaid join, and keeps metadata of others", async ({ world }) => {
    const tournament = await publishWalletTournament(world, { ...PAID, maxEntries: 2 });
    const { gameId } = tournament;
    const { gamer } = await world.entry.createGamer({ gameId, requestId: newId(), handle: "rich" });
    await deposit(world, gameId, gamer?.id ?? "", 250n);
    const requestId = newId();
    await joinInVain(world, [
      { ...tournament, handle: "poor", requestId },
      { ...tournament, handle: "rich", requestId: newId(), metadata: "{}" },
    ]);
    await makeDue(world, tournament);
    await recover(world);
    expect(await countSeats(world, tournament)).toBe(1);
    expect(await getReason(join(world, tournament, "poor", requestId))).toBe("INSUFFICIENT_FUNDS");
    const { entries } = await world.entry.listEntries(tournament);
    expect(entries).toMatchObject([{ handle: "rich", metadata: "{}" }]);
  });

  test("is shared by two replicas, and charges each gamer once", async ({ world, replica }) => {
    const tournament = await publishTournament(world, { ...PAID, maxEntries: 50 });
    const joins = handles(50).map((handle) => ({ ...tournament, handle, requestId: newId() }));
    await joinInVain(world, joins, "after");
    await makeDue(world, tournament);
    const rounds = [world, replica, world].map(recover);
    await Promise.all([...rounds, joinOutcomes(replica, joins)]);
    expect(await listEntrants(world, tournament)).toHaveLength(50);
    expect(await countFees(world, tournament)).toBe(50);
    expect(await countSeats(world, tournament)).toBe(50);
  });

  test("comes to a join that is due behind any number that are not", async ({ world }) => {
    const keys = [await publishTournament(world, PAID), await publishTournament(world, PAID)];
    // Recovery reads pending joins in the order of tournaments.
    const [many, one] = keys.toSorted((a, b) => (a.tournamentId < b.tournamentId ? -1 : 1));
    if (many === undefined || one === undefined) return expect.fail();
    const joins = handles(1_000).map((handle) => ({ ...many, handle, requestId: newId() }));
    await joinInVain(world, joins);
    await joinInVain(world, [{ ...one, handle: "ann", requestId: newId() }]);
    await makeDue(world, one);
    const recoverOnce = createRecovery(world.contexts.entry);
    for (let round = 0; round < 2; round++) await recoverOnce();
    expect(await listEntrants(world, one)).toEqual(["ann"]);
    expect(await countFees(world, many)).toBe(0);
    await closeRegistration(world, many);
  });

  test("skips joins that another call is finishing", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    await joinInVain(world, [{ ...tournament, handle: "ann", requestId: newId() }]);
    await makeDue(world, tournament);
    {
      await using _other = await holdLocks(
        world,
        "SELECT FROM entry.pending_join WHERE tournament_id = $1 FOR UPDATE",
        [tournament.tournamentId],
      );
      await recover(world);
      expect(await listEntrants(world, tournament)).toEqual([]);
    }
    await recover(world);
    expect(await listEntrants(world, tournament)).toEqual(["ann"]);
  });

  test("leaves fresh joins to their callers, and waits after a failure", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    const countCalls = () =>
      world
        .calls("CollectFees")
        .filter(
          ({ request }) =>
            isMessage(request, CollectFeesRequestSchema) &&
            listFees(request, tournament).length > 0,
        ).length;
    using _outage = world.fail("CollectFees");
    await getReason(join(world, tournament, "ann"));
    await recover(world);
    expect(countCalls()).toBe(1);
    await makeDue(world, tournament);
    await recover(world);
    await recover(world);
    expect(countCalls()).toBe(2);
  });
});

test.for(["their batch", "recovery", "closing"] as const)(
  "finishes other joins beside one that never can be, in %s",
  async (name, { world }) => {
    const tournament = await publishTournament(world, PAID);
    const joins = ["poison", ...handles(20)].map((handle) => ({
      ...tournament,
      handle,
      requestId: newId(),
    }));
    if (name !== "their batch") await joinInVain(world, joins);
    let poison: string | undefined;
    using _defect = world.watch({
      before({ request }) {
        if (!isMessage(request, CollectFeesRequestSchema)) return;
        const ids = listFees(request, tournament);
        poison ??= ids[0];
        if (poison !== undefined && ids.includes(poison)) throw new Error("a defect");
      },
    });
    if (name === "their batch") await joinOutcomes(world, joins);
    if (name === "closing") await closeRegistration(world, tournament);
    if (name === "recovery") {
      await makeDue(world, tournament);
      await recover(world);
    }
    expect(await listEntrants(world, tournament)).toHaveLength(20);
    expect(await countFees(world, tournament)).toBe(20);
    expect(await countSeats(world, tournament)).toBe(21);
  },
);

test("counts entries with paid fees, in the order of tournaments", async ({ world }) => {
  const tournament = await publishTournament(world, PAID);
  await joinAll(world, tournament, handles(3));
  await joinInVain(world, [{ ...tournament, handle: "pending", requestId: newId() }]);
  const { gameId, tournamentId } = tournament;
  const tournamentIds = [newId(), tournamentId, tournamentId.toUpperCase()];
  const count = async (asked: string) =>
    (await world.entry.batchCountEntries({ gameId: asked, tournamentIds })).entries;
  expect(await count(gameId)).toEqual([0, 3, 3]);
  expect(await count(newId())).toEqual([0, 0, 0]);
});

test("forgets a refused join after a week, and keeps all others", async ({ world }) => {
  const [poor, rich] = [
    await publishWalletTournament(world, PAID),
    await publishTournament(world, PAID),
  ];
  await join(world, rich, "in");
  expect(await getReason(join(world, poor, "out"))).toBe("INSUFFICIENT_FUNDS");
  await joinInVain(world, [{ ...rich, handle: "pending", requestId: newId() }]);
  for (const table of ["entry", "refused_join"])
    await world.admin.query(`UPDATE entry.${table} SET created_at = now() - interval '8 days'`);
  const { db } = world.contexts.entry;
  await createRetention(db, testLog("retention"), [REQUESTS, REFUSED_JOINS]).runOnce();
  const { rows } = await world.admin.query(
    `SELECT (SELECT count(*)::int FROM entry.entry WHERE tournament_id = $1) AS entries,
       (SELECT count(*)::int FROM entry.refused_join) AS refused`,
    [rich.tournamentId],
  );
  expect(rows).toEqual([{ entries: 2, refused: 0 }]);
});
