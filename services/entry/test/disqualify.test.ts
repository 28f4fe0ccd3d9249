import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import { inShort, rankIn, scoredTournament, submit } from "./scores.ts";
import {
  refusal,
  refusalOf,
  startEntry,
  type EntryUnderTest,
  type TournamentKey,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const { IN, ELIMINATED, DISQUALIFIED } = EntryState;

describe("a disqualification", () => {
  test("takes gamers out of the ranking, and whoever is behind them moves up", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "dan", "eve");
    await service.eliminate(tournament, "ann");
    await service.eliminate(tournament, "bob", "cid");
    const told = await service.disqualify(tournament, "dan", "bob");
    expect(told).toMatchObject([
      { handle: "dan", state: DISQUALIFIED, provisional: false },
      { handle: "bob", state: DISQUALIFIED, provisional: false },
    ]);
    expect(told.map(({ rank }) => rank)).toEqual([undefined, undefined]);
    expect(await service.standingsOf(tournament)).toEqual([
      ["eve", undefined, IN],
      ["cid", 2, ELIMINATED],
      ["ann", 3, ELIMINATED],
      ["bob", undefined, DISQUALIFIED],
      ["dan", undefined, DISQUALIFIED],
    ]);
  });

  test("is kept with its reason, and so is what undoes it", async () => {
    const tournament = await service.tournamentOf("ann");
    await service.disqualify(tournament, "ann");
    await service.reinstate(tournament, "ann");
    const { rows } = await service.admin.query(
      `SELECT decision, was, reason FROM entry.entry_decision WHERE tournament_id = $1 ORDER BY id`,
      [tournament.tournamentId],
    );
    expect(rows).toEqual([
      { decision: "disqualify", was: "in", reason: "a cheat" },
      { decision: "reinstate", was: "disqualified", reason: "no cheat" },
    ]);
  });

  test("leaves seat and fee, and lets nobody in a second time", async () => {
    const tournament = service.newTournament({ maxEntries: 2 });
    await service.joinAll(tournament, ["ann", "bob"]);
    await service.disqualify(tournament, "ann");
    expect(await service.seatsTaken(tournament)).toBe(2);
    expect(await refusal(service.join(tournament, "cid"))).toBe("TOURNAMENT_FULL");
    expect(await refusal(service.join(tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
  });

  test("lets gamers neither be eliminated nor placed nor disqualified again, naming them", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    await service.disqualify(tournament, "bob");
    const calls = [
      [() => service.eliminate(tournament, "ann", "bob"), "handles[1]"],
      [() => service.disqualify(tournament, "ann", "bob"), "handles[1]"],
      [
        () =>
          service.entry.checkFinalRanks({
            ...tournament,
            finalRanks: [{ handle: "bob", rank: 1 }],
          }),
        "final_ranks[0].handle",
      ],
    ] as const;
    for (const [call, field] of calls) {
      const { reason, fields } = (await call().then(() => undefined, refusalOf)) ?? {};
      expect({ reason, field: fields?.[0]?.field }).toEqual({
        reason: "GAMER_DISQUALIFIED",
        field,
      });
    }
    expect(await service.standingsOf(tournament)).toEqual([
      ["ann", undefined, IN],
      ["bob", undefined, DISQUALIFIED],
    ]);
  });

  test("is refused from the end on, once registration is closed, and without a reason", async () => {
    const over = await service.tournamentOf("ann");
    await service.passes(over, "ends_at");
    expect(await refusal(service.disqualify(over, "ann"))).toBe("TOURNAMENT_ENDED");
    expect(await refusal(service.reinstate(over, "ann"))).toBe("TOURNAMENT_ENDED");
    const closed = await service.tournamentOf("ann");
    await service.closeRegistration(closed);
    expect(await refusal(service.disqualify(closed, "ann"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    const open = await service.tournamentOf("ann");
    for (const reason of ["", " ", "a\0b", "x".repeat(501)]) {
      const decision = { ...open, handles: ["ann"], reason, requestId: newId() };
      expect(await refusal(service.entry.disqualify(decision))).toBe("INVALID_ARGUMENT");
    }
    expect(await refusal(service.disqualify(open, "bob"))).toBe("GAMER_NOT_FOUND");
  });

  test("repeated with the same request id is one, and has the same answer", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    const decision = { ...tournament, handles: ["ann"], reason: "a cheat", requestId: newId() };
    const first = await service.entry.disqualify(decision);
    expect(await service.entry.disqualify(decision)).toEqual(first);
  });

  test("leaves out of the final ranking whoever the game placed before", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    await service.disqualify(tournament, "ann");
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 3, payable: 2 });
    const { groups, standings } = await service.freeze(tournament, { ann: 1, bob: 2 });
    expect(groups).toMatchObject([
      { rank: 1, entries: 1 },
      { rank: 2, entries: 1 },
    ]);
    expect(standings).toMatchObject({ handles: ["bob", "cid", "ann"], ranks: [1, 2, 0] });
  });

  test("of everybody leaves nobody who can be paid", async () => {
    const tournament = await service.tournamentOf("ann", "bob");
    await service.eliminate(tournament, "ann");
    await service.disqualify(tournament, "ann", "bob");
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 2, payable: 0 });
    expect((await service.freeze(tournament, { bob: 1 })).groups).toEqual([]);
    const { handles } = await service.entry.readStandings({ ...tournament, pageSize: 10 });
    expect(handles.toSorted()).toEqual(["ann", "bob"]);
  });
});

describe("where scores are taken", () => {
  const leaderboard = async (tournament: TournamentKey) => {
    const { standings, entries } = await service.entry.readLeaderboard({ ...tournament });
    return { standings: standings.map(({ handle, rank }) => [handle, rank]), entries };
  };

  test("the disqualified leave the leaderboard and stand as they did once reinstated", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid", "dan"]);
    await submit(service, tournament, [
      { handle: "ann", score: 9 },
      { handle: "bob", score: 7 },
      { handle: "cid", score: 5 },
    ]);
    await service.eliminate(tournament, "cid");
    const before = await leaderboard(tournament);
    await service.disqualify(tournament, "ann", "cid");
    expect(await leaderboard(tournament)).toEqual({ standings: [["bob", 1]], entries: 2 });
    const [refused, told] = await submit(service, tournament, [
      { handle: "ann", score: 10 },
      { handle: "bob", score: 1, withRank: true },
    ]);
    expect([refused && inShort(refused), told && rankIn(told)]).toEqual(["GAMER_DISQUALIFIED", 1]);
    await service.reinstate(tournament, "cid", "ann");
    expect(await leaderboard(tournament)).toEqual(before);
  });

  test.for(["in", "out"] as const)(
    "the disqualified are last and without a rank in the end, noScore %s",
    async (noScore) => {
      const names = ["ann", "bob", "cid", "dan", "eve"];
      const tournament = await scoredTournament(service, names, { noScore });
      await submit(service, tournament, [
        { handle: "ann", score: 9 },
        { handle: "bob", score: 7 },
      ]);
      await service.eliminate(tournament, "cid");
      await service.disqualify(tournament, "ann", "dan");
      const payable = noScore === "in" ? 3 : 2;
      expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 5, payable });
      await service.freeze(tournament, { ann: 1 });
      const ranked =
        noScore === "in"
          ? [
              ["bob", 1, IN],
              ["eve", 2, IN],
              ["cid", 3, ELIMINATED],
            ]
          : [
              ["bob", 1, IN],
              ["cid", 2, ELIMINATED],
              ["eve", 3, IN],
            ];
      expect(await service.standingsOf(tournament)).toEqual([
        ...ranked,
        ["ann", undefined, DISQUALIFIED],
        ["dan", undefined, DISQUALIFIED],
      ]);
      const pages = [];
      let pageToken = "";
      do {
        const page = await service.entry.listEntries({ ...tournament, pageSize: 2, pageToken });
        pages.push(...page.entries.map(({ handle }) => handle));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      expect(pages).toEqual([...ranked.map(([handle]) => handle), "ann", "dan"]);
    },
  );
});
