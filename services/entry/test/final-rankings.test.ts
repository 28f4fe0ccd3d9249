import { newId } from "@tms/kit/values/ids";
import {
  createGame,
  eliminate,
  getReason,
  join,
  joinAll,
  publishTournament,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { holdLocks } from "../../../test/world/locks.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeOutcomes,
  closeRegistration,
  finish,
  freeze,
  freezeOutcomes,
  getRanks,
  handles,
  scoredTournament,
  submitEach,
  toReason,
  tournamentOf,
} from "./actions.ts";

// The model tests cover the ranks of frozen rankings.

const PAID = { entryFeeMinorUnits: 5n };

describe("a frozen ranking", () => {
  test("never changes again", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cid");
    const first = await finish(world, tournament, { bob: 1 });
    expect(await freeze(world, tournament, { cid: 1 })).toEqual(first);
    expect(await getRanks(world, tournament)).toEqual({ bob: 1, ann: 2, cid: 2 });
  });

  test("waits until registration is closed and all joins are finished", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    await join(world, tournament, "ann");
    expect(await getReason(freeze(world, tournament))).toBe("UNAVAILABLE");
    {
      using _outage = world.fail("CollectFees", { when: "after" });
      await getReason(join(world, tournament, "bob"));
      await closeRegistration(world, tournament);
      expect(await getReason(freeze(world, tournament))).toBe("UNAVAILABLE");
    }
    expect(await finish(world, tournament)).toMatchObject({ entries: 2 });
  });

  test("goes on where it was cut off", async ({ world }) => {
    const gamers = handles(3_000);
    const tournament = await publishTournament(world);
    for (let start = 0; start < gamers.length; start += 1_000)
      await joinAll(world, tournament, gamers.slice(start, start + 1_000));
    await closeRegistration(world, tournament);
    const listWritten = async () => {
      const { rows } = await world.admin.query<{ id: string; version: string }>(
        `SELECT id, xmin::text AS version FROM entry.entry
         WHERE tournament_id = $1 AND placement IS NOT NULL`,
        [tournament.tournamentId],
      );
      return new Map(rows.map((row) => [row.id, row.version]));
    };
    const placed = { g7: 1, g8: 2 };
    let before = new Map<string, string>();
    {
      // The entry that is written last.
      await using _last = await holdLocks(
        world,
        `SELECT FROM entry.entry WHERE id = (SELECT id FROM entry.entry WHERE tournament_id = $1
           ORDER BY gamer_id DESC LIMIT 1) FOR UPDATE`,
        [tournament.tournamentId],
      );
      expect(await getReason(freeze(world, tournament, placed))).toBe("UNAVAILABLE");
      before = await listWritten();
      expect(before.size).toBe(2_000 + Object.keys(placed).length);
    }
    const { groups } = await freeze(world, tournament, placed);
    expect(groups.map(({ rank, entries }) => [rank, entries])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2_998],
    ]);
    const after = await listWritten();
    expect(after.size).toBe(gamers.length);
    for (const [id, version] of before) expect(after.get(id)).toBe(version);
  });

  test("is read whole by a client that began before the end", async ({ world }) => {
    const names = ["ann", "bob", "cid", "dan"];
    const tournament = await scoredTournament(world, names);
    await submitEach(world, tournament, { ann: 0, bob: 1, cid: 2, dan: 3 });
    const listed = await world.entry.listEntries({ ...tournament, pageSize: 2 });
    const read = await world.entry.readStandings({ ...tournament, pageSize: 2 });
    await finish(world, tournament);
    const { entries } = await world.entry.listEntries({
      ...tournament,
      pageToken: listed.nextPageToken,
    });
    expect(entries.map(({ handle }) => handle)).toEqual(names.toReversed());
    const pageToken = read.nextPageToken;
    const rest = await world.entry.readStandings({ ...tournament, pageSize: 10, pageToken });
    expect(rest.handles).toEqual(names.toReversed());
  });
});

describe("rankings that are frozen together", () => {
  test("have standings if they are small, and are refused alone", async ({ world }) => {
    const [open, plain, placed, large, pending, empty] = [
      await tournamentOf(world, "ann"),
      await tournamentOf(world, "ann", "bob", "cid", "dan"),
      await tournamentOf(world, "ann", "bob", "cid"),
      await tournamentOf(world, ...handles(101)),
      await publishTournament(world, PAID),
      await publishTournament(world),
    ];
    await eliminate(world, plain, "ann");
    await eliminate(world, large, "g0");
    using _outage = world.fail("CollectFees");
    await getReason(join(world, pending, "ann"));
    await closeOutcomes(world, [plain, placed, large, pending, empty]);
    const outcomes = await freezeOutcomes(world, [
      open,
      { ...plain, gameId: newId() },
      plain,
      await publishTournament(world),
      pending,
      { ...placed, placed: { bob: 1 } },
      large,
      empty,
    ]);
    const shown = outcomes.map((one) => {
      if (one.outcome.case !== "frozen") return toReason(one);
      const { groups, standings } = one.outcome.value;
      return [groups.map(({ rank, entries }) => `${entries} at ${rank}`), standings?.handles];
    });
    expect(shown).toEqual([
      "UNAVAILABLE",
      "TOURNAMENT_NOT_FOUND",
      [
        ["3 at 1", "1 at 4"],
        ["bob", "cid", "dan", "ann"],
      ],
      "TOURNAMENT_NOT_FOUND",
      "UNAVAILABLE",
      [
        ["1 at 1", "2 at 2"],
        ["bob", "ann", "cid"],
      ],
      [["100 at 1", "1 at 101"], undefined],
      [[], []],
    ]);
  });

  test("are more than there are connections", async ({ world }) => {
    const { gameId } = await createGame(world);
    const rankings: TournamentKey[] = [];
    for (let n = 0; n < 24; n++) {
      const tournament = await scoredTournament(world, ["ann", "bob"], {}, { gameId });
      await submitEach(world, tournament, { ann: 5 });
      rankings.push(tournament);
    }
    await closeOutcomes(world, rankings);
    const outcomes = await freezeOutcomes(world, rankings);
    expect(outcomes.map(({ outcome }) => outcome.value)).toMatchObject(
      rankings.map(() => ({ entries: 2 })),
    );
  });

  test("may have 10,000 final ranks in all", async ({ world }) => {
    const finalRanks = handles(5_001).map((handle) => ({ handle, rank: 1 }));
    const [gameId, groups] = [newId(), 1];
    const rankings = [1, 2].map(() => ({ gameId, tournamentId: newId(), groups, finalRanks }));
    const call = async () => await Array.fromAsync(world.entry.batchFreezeRanking({ rankings }));
    expect(await getReason(call())).toBe("INVALID_ARGUMENT");
  });

  test("fit their answers into messages, however long the handles are", async ({ world }) => {
    const names = handles(100).map((name) => name + "\u{1f3c6}".repeat(64 - name.length));
    const { gameId } = await createGame(world);
    const tournaments: TournamentKey[] = [];
    for (let number = 0; number < 65; number++) {
      const tournament = await publishTournament(world, { gameId });
      await joinAll(world, tournament, names);
      tournaments.push(tournament);
    }
    await closeOutcomes(world, tournaments);
    const rankings = tournaments.map((key) => ({ ...key, groups: 1 }));
    const sizes: number[] = [];
    for await (const { outcomes } of world.entry.batchFreezeRanking({ rankings }))
      sizes.push(outcomes.length);
    expect(sizes).toEqual([64, 1]);
  });
});

test("ranks placed gamers first, then scores, eliminations and no scores", async ({ world }) => {
  const names = ["ann", "bob", "cid", "dan", "eve", "fay"];
  const tournament = await scoredTournament(world, names);
  await submitEach(world, tournament, { ann: 5, bob: 8, cid: 5 });
  await eliminate(world, tournament, "dan");
  expect(await closeRegistration(world, tournament)).toMatchObject({ entries: 6, payable: 4 });
  const frozen = await freeze(world, tournament, { eve: 1 });
  expect(frozen).toMatchObject({
    entries: 6,
    groups: [
      { rank: 1, entries: 1 },
      { rank: 2, entries: 1 },
      { rank: 3, entries: 2 },
      { rank: 5, entries: 1 },
    ],
    standings: {
      handles: ["eve", "bob", "ann", "cid", "dan", "fay"],
      ranks: [1, 2, 3, 3, 5, 6],
    },
  });
  expect(await freeze(world, tournament, { eve: 1 })).toEqual(frozen);
});

describe("final ranks", () => {
  type Placed = readonly (readonly [handle: string, rank: number])[];

  /** Checks ranks of a tournament with four gamers in it and one out. */
  async function check(world: World, placed: Placed) {
    const tournament = await tournamentOf(world, "ann", "bob", "cid", "Zo\u00eb", "out");
    await eliminate(world, tournament, "out");
    const finalRanks = placed.map(([handle, rank]) => ({ handle, rank }));
    return await world.entry.checkFinalRanks({ ...tournament, finalRanks });
  }

  test.for<[reason: string, string, Placed]>([
    ["accepted", "none", []],
    ["accepted", "one", [["ann", 1]]],
    ["accepted", "all", Object.entries({ bob: 2, ann: 1, cid: 2, "Zoe\u0308": 4 })],
    ["accepted", "shared ones", Object.entries({ ann: 1, bob: 1, cid: 1 })],
    ["RANKS_INVALID", "a start at 2", Object.entries({ ann: 2 })],
    ["RANKS_INVALID", "a gap", Object.entries({ ann: 1, bob: 3 })],
    ["RANKS_INVALID", "no gap after a tie", Object.entries({ ann: 1, bob: 1, cid: 2 })],
  ])("start at 1 and have no gaps: %s with %s", async ([reason, , placed], { world }) => {
    expect(await getReason(check(world, placed))).toBe(reason);
  });

  test.for([
    ["is unknown", "zed", "GAMER_NOT_FOUND"],
    ["was eliminated", "out", "GAMER_ALREADY_ELIMINATED"],
    ["is named twice", "ann", "INVALID_ARGUMENT"],
  ] as const)("are refused for a gamer who %s", async ([, handle, reason], { world }) => {
    const placed = [
      ["ann", 1],
      [handle, 2],
    ] as const;
    expect(await check(world, placed).catch(toRefusal)).toMatchObject({
      reason,
      fields: [{ field: "final_ranks[1].handle" }],
    });
  });
});
