import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { isCompetitionRanking } from "../src/ranking/competition-rank.ts";
import {
  handles,
  refusal,
  startEntry,
  type TournamentKey,
  type EntryUnderTest,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

async function ranksOf(tournament: TournamentKey): Promise<Record<string, number | undefined>> {
  const { entries } = await service.entry.listEntries({ ...tournament, pageSize: 1_000 });
  return Object.fromEntries(entries.map((entry) => [entry.handle, entry.rank]));
}

describe("an elimination", () => {
  test("ranks a gamer behind all who are still in", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    const [out] = await service.eliminate(tournament, "bob");
    expect(out).toMatchObject({ handle: "bob", rank: 3 });
    expect(out?.eliminateTime).toBeDefined();
    expect(await service.eliminate(tournament, "ann")).toMatchObject([{ rank: 2 }]);
    expect(await ranksOf(tournament)).toEqual({ ann: 2, bob: 3, cid: undefined });
  });

  test("of several together gives them one rank, in the order asked", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "dan", "eve");
    const out = await service.eliminate(tournament, "dan", "ann", "cid");
    expect(out.map(({ handle, rank }) => [handle, rank])).toEqual([
      ["dan", 3],
      ["ann", 3],
      ["cid", 3],
    ]);
    expect(await service.eliminate(tournament, "bob", "eve")).toMatchObject([
      { rank: 1 },
      { rank: 1 },
    ]);
  });

  test.for([
    ["an unknown gamer", "zoe", "GAMER_NOT_FOUND"],
    ["a gamer who is not entered", "out", "GAMER_NOT_ENTERED"],
    ["a gamer eliminated before", "cid", "GAMER_ALREADY_ELIMINATED"],
    ["an invalid handle", "a\nb", "INVALID_ARGUMENT"],
    ["a gamer named twice in two spellings", "Zoe\u0308", "INVALID_ARGUMENT"],
  ] as const)("with %s eliminates nobody", async ([, handle, reason]) => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "Zo\u00eb");
    await service.entry.createGamer({
      requestId: newId(),
      gameId: tournament.gameId,
      handle: "out",
    });
    await service.eliminate(tournament, "cid");
    const before = await ranksOf(tournament);
    expect(await refusal(service.eliminate(tournament, "ann", "Zo\u00eb", handle))).toBe(reason);
    expect(await ranksOf(tournament)).toEqual(before);
  });

  test("repeated answers as it did; with other content it is refused", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    const requestId = newId();
    const first = await service.entry.eliminate({ ...tournament, requestId, handles: ["ann"] });
    await service.passes(tournament, "ends_at");
    expect(await service.entry.eliminate({ ...tournament, requestId, handles: ["ann"] })).toEqual(
      first,
    );
    const other = service.entry.eliminate({ ...tournament, requestId, handles: ["bob"] });
    expect(await refusal(other)).toBe("REQUEST_ID_REUSED");
  });

  test("after the end is refused", async () => {
    const tournament = await service.tournamentOf("ann");
    await service.passes(tournament, "ends_at");
    expect(await refusal(service.eliminate(tournament, "ann"))).toBe("TOURNAMENT_ENDED");
  });

  test("after the registration was closed is refused", async () => {
    const tournament = await service.tournamentOf("ann");
    await service.closeRegistration(tournament);
    expect(await refusal(service.eliminate(tournament, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("in a tournament nobody joined finds no gamer", async () => {
    expect(await refusal(service.eliminate(service.newTournament(), "ann"))).toBe(
      "GAMER_NOT_FOUND",
    );
    const pending = service.newTournament({ status: Status.PENDING });
    expect(await refusal(service.eliminate(pending, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("in no tournament, or another game's, finds none", async () => {
    const tournament = await service.tournamentOf("ann");
    const strangers = [
      { ...tournament, gameId: newId() },
      { ...tournament, tournamentId: newId() },
    ];
    for (const stranger of strangers)
      expect(await refusal(service.eliminate(stranger, "ann"))).toBe("TOURNAMENT_NOT_FOUND");
  });

  test("counts nobody in whose fee is not paid yet", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    await service.joinAll(tournament, ["ann", "bob"]);
    service.wallet.fails = "before";
    await refusal(service.join(tournament, "cid"));
    expect(await refusal(service.eliminate(tournament, "cid"))).toBe("GAMER_NOT_ENTERED");
    expect(await service.eliminate(tournament, "ann")).toMatchObject([{ rank: 2 }]);
    service.wallet.fails = undefined;
  });

  test("of one gamer raced is made once", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => refusal(service.eliminate(tournament, "ann"))),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "GAMER_ALREADY_ELIMINATED"]));
  });

  test("gives the final rank if no gamer joins afterwards", async () => {
    const names = handles(12);
    const rounds = fc
      .shuffledSubarray(names, { minLength: 1 })
      .chain((out) => fc.tuple(fc.constant(out), fc.array(fc.integer({ min: 1, max: 4 }))));
    await fc.assert(
      fc.asyncProperty(rounds, async ([out, sizes]) => {
        const tournament = await service.tournamentOf(...names);
        const left = [...out];
        for (const size of [...sizes, out.length])
          if (left.length > 0) await service.eliminate(tournament, ...left.splice(0, size));
        const atElimination = await ranksOf(tournament);
        await service.closeRegistration(tournament);
        await service.freeze(tournament);
        const final = await ranksOf(tournament);
        for (const name of names) expect(final[name]).toBe(atElimination[name] ?? 1);
        expect(isCompetitionRanking(Object.values(final).map((rank) => rank ?? 0))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});
