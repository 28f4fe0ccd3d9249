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

  test("is finished once by its own repeats", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    const request = { ...tournament, handle: "ann", requestId: newId() };
    await joinInVain(world, [request], when);
    await Promise.all(
      Array.from({ length: 8 }, () => join(world, tournament, "ann", request.requestId)),
    );
    expect(await countFees(world, tournament)).toBe(1);
  });

  test("is finished by the gamer's next attempt, which is late", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    {
      using _outage = world.fail("CollectFees", { when });
      await getReason(join(world, tournament, "ann"));
      expect(await getReason(join(world, tournament, "ann"))).toBe("UNAVAILABLE");
    }
    expect(await getReason(join(world, tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
    expect(await countFees(world, tournament)).toBe(1);
  });
});

describe("recovery", () => {
  test("frees the seat of a join that cannot be paid, and keeps metadata of others", async ({
    world,
  }) => {
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

  test("of two replicas shares the work and charges each gamer once", async ({
    world,
    replica,
  }) => {
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
    const tournaments = [
      await publishTournament(world, PAID),
      await publishTournament(world, PAID),
    ];
    const [many, one] = tournaments.toSorted((a, b) => (a.tournamentId < b.tournamentId ? -1 : 1));
    if (many === undefined || one === undefined) throw new Error("two were made");
    const joins = handles(1_000).map((handle) => ({ ...many, handle, requestId: newId() }));
    await joinInVain(world, joins);
    await joinInVain(world, [{ ...one, handle: "ann", requestId: newId() }]);
    await world.admin.query(
      "UPDATE entry.pending_join SET retry_at = now() + interval '1 hour' WHERE tournament_id = $1",
      [many.tournamentId],
    );
    await makeDue(world, one);
    const recoverOnce = createRecovery(world.contexts.entry);
    for (let round = 0; round < 2; round++) await recoverOnce();
    expect(await listEntrants(world, one)).toHaveLength(1);
    expect(await countFees(world, many)).toBe(0);
    await closeRegistration(world, many);
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

test.for([
  ["their batch", () => Promise.resolve()],
  [
    "recovery",
    async (world: World, tournament: TournamentKey) => {
      await makeDue(world, tournament);
      await recover(world);
    },
  ],
  ["closing", closeRegistration],
] as const)(
  "a join that never can be finished keeps no others pending in %s",
  async ([name, finish], { world }) => {
    const tournament = await publishTournament(world, PAID);
    const others = handles(20);
    const joins = ["poison", ...others].map((handle) => ({
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
    await finish(world, tournament);
    const entrants = await listEntrants(world, tournament);
    expect(entrants).toHaveLength(others.length);
    expect(await countFees(world, tournament)).toBe(others.length);
    expect(await countSeats(world, tournament)).toBe(others.length + 1);
  },
);

test("counts entries once their fees are paid, in the order of the tournaments", async ({
  world,
}) => {
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
