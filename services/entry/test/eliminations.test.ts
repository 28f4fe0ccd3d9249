import { newId } from "@tms/kit/values/ids";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import {
  createTournament,
  disqualify,
  eliminate,
  getReason,
  join,
  joinAll,
  publishTournament,
  reinstate,
  toRefusal,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import {
  closeRegistration,
  countSeats,
  freeze,
  getRanks,
  listStandings,
  pass,
  scoredTournament,
  submitEach,
  tournamentOf,
} from "./actions.ts";

// The model tests cover ranks after eliminations, disqualifications and reinstatements.

const { IN, ELIMINATED, DISQUALIFIED } = EntryState;

describe("an elimination", () => {
  test("answers in the order asked, with one rank for all of it", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cid", "dan", "eve");
    const out = await eliminate(world, tournament, "dan", "ann", "cid");
    const time = out[0]?.eliminateTime ?? expect.fail();
    expect(out).toMatchObject(
      ["dan", "ann", "cid"].map((handle) => ({
        handle,
        rank: 3,
        state: ELIMINATED,
        eliminateTime: time,
      })),
    );
  });

  test.for([
    ["an unknown gamer", "zoe", "GAMER_NOT_FOUND"],
    ["a gamer who is not entered", "out", "GAMER_NOT_ENTERED"],
    ["a gamer who was eliminated before", "cid", "GAMER_ALREADY_ELIMINATED"],
    ["a gamer named twice in two spellings", "Zoe\u0308", "INVALID_ARGUMENT"],
  ] as const)("changes nothing if it names %s", async ([, handle, reason], { world }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cid", "Zo\u00eb");
    const { gameId } = tournament;
    await world.entry.createGamer({ requestId: newId(), gameId, handle: "out" });
    await eliminate(world, tournament, "cid");
    const before = await getRanks(world, tournament);
    expect(await getReason(eliminate(world, tournament, "ann", "Zo\u00eb", handle))).toBe(reason);
    expect(await getRanks(world, tournament)).toEqual(before);
  });

  test("is refused before publication, after the end, and without entries", async ({ world }) => {
    const pending = await createTournament(world);
    expect(await getReason(eliminate(world, pending, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    const empty = await publishTournament(world);
    expect(await getReason(eliminate(world, empty, "ann"))).toBe("GAMER_NOT_FOUND");
    const ended = await tournamentOf(world, "ann");
    await pass(world, ended, "ends_at");
    expect(await getReason(eliminate(world, ended, "ann"))).toBe("TOURNAMENT_ENDED");
  });

  test("gives a provisional rank while joins are possible or under way", async ({ world }) => {
    const open = await tournamentOf(world, "ann", "bob", "cid");
    expect(await eliminate(world, open, "ann")).toMatchObject([{ provisional: true }]);
    await pass(world, open, "registration_closes_at");
    expect(await eliminate(world, open, "bob")).toMatchObject([{ provisional: false }]);

    const full = await publishTournament(world, { maxEntries: 2, entryFeeMinorUnits: 5n });
    await join(world, full, "ann");
    const requestId = newId();
    {
      using _outage = world.fail("CollectFees", { when: "after" });
      await getReason(join(world, full, "bob", requestId));
    }
    // A gamer whose fee is not paid yet does not count as in.
    expect(await getReason(eliminate(world, full, "bob"))).toBe("GAMER_NOT_ENTERED");
    expect(await eliminate(world, full, "ann")).toMatchObject([{ rank: 1, provisional: true }]);
    await join(world, full, "bob", requestId);
    expect(await world.entry.listEntries(full)).toMatchObject({
      entries: [{ handle: "bob" }, { handle: "ann", rank: 2 }],
      provisional: false,
    });
  });

  test.for(["out", "in"] as const)(
    "leaves the rank provisional to the end if a later score may pass it: noScore %s",
    async (noScore, { world }) => {
      const names = ["ann", "bob", "cid", "dan"];
      // All seats are taken, so nobody else can join.
      const tournament = await scoredTournament(world, names, { noScore }, { maxEntries: 4 });
      await submitEach(world, tournament, { ann: 1, bob: 2 });
      const provisional = noScore === "out";
      const rank = noScore === "out" ? 3 : 4;
      expect(await eliminate(world, tournament, "cid")).toMatchObject([{ rank, provisional }]);
      const isProvisional = async () => (await world.entry.listEntries(tournament)).provisional;
      await closeRegistration(world, tournament);
      expect(await isProvisional()).toBe(provisional);
      await freeze(world, tournament);
      expect((await getRanks(world, tournament))["cid"]).toBe(rank);
      expect(await isProvisional()).toBe(false);
    },
  );
});

describe("a disqualification", () => {
  test("leaves seat and fee, and refuses a second join of the gamer", async ({ world }) => {
    const tournament = await publishTournament(world, { maxEntries: 2 });
    await joinAll(world, tournament, ["ann", "bob"]);
    expect(await disqualify(world, tournament, "ann")).toMatchObject([
      { handle: "ann", state: DISQUALIFIED, provisional: false },
    ]);
    expect(await countSeats(world, tournament)).toBe(2);
    expect(await getReason(join(world, tournament, "cid"))).toBe("TOURNAMENT_FULL");
    expect(await getReason(join(world, tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
  });

  test("keeps its gamer from elimination, placement or disqualification", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob");
    await disqualify(world, tournament, "bob");
    const finalRanks = [{ handle: "bob", rank: 1 }];
    const calls = [
      [() => eliminate(world, tournament, "ann", "bob"), "handles[1]"],
      [() => disqualify(world, tournament, "ann", "bob"), "handles[1]"],
      [() => world.entry.checkFinalRanks({ ...tournament, finalRanks }), "final_ranks[0].handle"],
    ] as const;
    for (const [call, field] of calls)
      expect(await call().catch(toRefusal)).toMatchObject({
        reason: "GAMER_DISQUALIFIED",
        fields: [{ field }],
      });
    expect(await listStandings(world, tournament)).toEqual([
      ["ann", undefined, IN],
      ["bob", undefined, DISQUALIFIED],
    ]);
  });

  test("is refused after the end, and once registration is closed", async ({ world }) => {
    const ended = await tournamentOf(world, "ann");
    await pass(world, ended, "ends_at");
    expect(await getReason(disqualify(world, ended, "ann"))).toBe("TOURNAMENT_ENDED");
    expect(await getReason(reinstate(world, ended, "ann"))).toBe("TOURNAMENT_ENDED");
    const closed = await tournamentOf(world, "ann");
    await closeRegistration(world, closed);
    for (const decide of [eliminate, disqualify])
      expect(await getReason(decide(world, closed, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });
});

test("moves the disqualified of the same elimination after a reinstatement", async ({ world }) => {
  const tournament = await tournamentOf(world, "ann", "bob", "cid", "dan");
  await eliminate(world, tournament, "ann", "bob", "cid");
  await disqualify(world, tournament, "ann", "bob");
  await reinstate(world, tournament, "bob", "cid");
  await eliminate(world, tournament, "dan");
  await reinstate(world, tournament, "ann");
  expect(await listStandings(world, tournament)).toEqual([
    ["cid", undefined, IN],
    ["dan", 2, ELIMINATED],
    ["ann", 3, ELIMINATED],
    ["bob", 3, ELIMINATED],
  ]);
});
