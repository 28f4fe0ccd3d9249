import { ACTOR_HEADER } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { EntryState, EntryVerdict } from "@tms/proto/tms/entry/v1/entry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { refusal, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const get = (tournament: TournamentKey, handle: string) =>
  service.entry.getEntry({ ...tournament, handle });

test("an entry is read with the standing and the rank it has by now", async () => {
  const tournament = await scoredTournament(service, ["ann", "bob", "cid"], { attempts: 3 });
  await submit(service, tournament, [
    { handle: "ann", score: 4 },
    { handle: "bob", score: 6 },
    { handle: "ann", score: 5 },
  ]);
  expect(await get(tournament, "ann")).toMatchObject({
    entry: { handle: "ann", tournamentId: tournament.tournamentId },
    standing: { score: 5n, attempts: 2, attemptsLeft: 1, rank: 2 },
  });
  const { standing } = await get(tournament, "cid");
  expect(standing).toMatchObject({ attempts: 0, attemptsLeft: 3 });
  expect([standing?.score, standing?.rank]).toEqual([undefined, undefined]);
  await service.eliminate(tournament, "bob");
  const { entry } = await get(tournament, "bob");
  expect(entry?.eliminateTime).toBeDefined();
  expect((await get(tournament, "ann")).standing?.rank).toBe(1);
});

test("an entry has its final rank after the end, with a score and without one", async () => {
  const tournament = await scoredTournament(service, ["ann", "bob", "cid"]);
  await submit(service, tournament, [
    { handle: "ann", score: 4 },
    { handle: "bob", score: 6 },
  ]);
  await service.closeRegistration(tournament);
  await service.freeze(tournament);
  const ranks = await Promise.all(
    ["ann", "bob", "cid"].map(async (handle) => (await get(tournament, handle)).entry?.rank),
  );
  expect(ranks).toEqual([2, 1, 3]);
});

test("a disqualified entry has its score and no rank, before the end and after it", async () => {
  const tournament = await scoredTournament(service, ["ann", "bob"]);
  await submit(service, tournament, [
    { handle: "ann", score: 4 },
    { handle: "bob", score: 6 },
  ]);
  await service.disqualify(tournament, "bob");
  const told = async (handle: string) => {
    const { entry, standing } = await get(tournament, handle);
    return [entry?.state, entry?.rank, standing?.score, standing?.rank];
  };
  const { IN, DISQUALIFIED } = EntryState;
  expect(await told("bob")).toEqual([DISQUALIFIED, undefined, 6n, undefined]);
  expect(await told("ann")).toEqual([IN, undefined, 4n, 1]);
  await service.closeRegistration(tournament);
  await service.freeze(tournament);
  expect(await told("bob")).toEqual([DISQUALIFIED, undefined, 6n, undefined]);
  expect(await told("ann")).toEqual([IN, 1, 4n, 1]);
});

test("an entry is read with what was decided on it, by whom and why, and with nothing of others'", async () => {
  const tournament = await service.tournamentOf("ann", "bob", "cid");
  const { decisions: none } = await get(tournament, "ann");
  expect(none).toEqual([]);
  const actor = `user:${newId()}`;
  const decide = (reason: string) => ({
    ...tournament,
    handles: ["ann"],
    reason,
    requestId: newId(),
  });
  await service.eliminate(tournament, "ann");
  await service.entry.reinstate(decide("A wrong result"), { headers: { [ACTOR_HEADER]: actor } });
  await service.entry.disqualify(decide("Case 77"));
  await service.disqualify(tournament, "bob");
  const { entry, decisions } = await get(tournament, "ann");
  expect(decisions).toMatchObject([
    {
      verdict: EntryVerdict.REINSTATE,
      was: EntryState.ELIMINATED,
      reason: "A wrong result",
      actor,
    },
    { verdict: EntryVerdict.DISQUALIFY, was: EntryState.IN, reason: "Case 77", actor: "" },
  ]);
  expect(decisions.at(-1)?.time).toEqual(entry?.updateTime);
  expect((await get(tournament, "cid")).decisions).toEqual([]);
});

test("only the last ten decisions on an entry are told, the latest last", async () => {
  const tournament = await service.tournamentOf("ann");
  for (let times = 0; times < 6; times++) {
    await service.disqualify(tournament, "ann");
    await service.reinstate(tournament, "ann");
  }
  await service.disqualify(tournament, "ann");
  const { decisions } = await get(tournament, "ann");
  const { DISQUALIFY, REINSTATE } = EntryVerdict;
  expect(decisions.map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? REINSTATE : DISQUALIFY)),
  );
});

test("an entry of a tournament that takes no scores has no standing", async () => {
  const tournament = service.newTournament();
  const { id } = await service.join(tournament, "ann");
  expect(await get(tournament, "ann")).toMatchObject({ entry: { id } });
  expect((await get(tournament, "ann")).standing).toBeUndefined();
});

test("nobody reads an entry that is not there, or another game's", async () => {
  const tournament = await scoredTournament(service, ["ann"]);
  const { gameId } = tournament;
  await service.join(service.newTournament({ gameId }), "bob");
  expect(await refusal(get(tournament, "zoe"))).toBe("GAMER_NOT_FOUND");
  expect(await refusal(get(tournament, "bob"))).toBe("GAMER_NOT_ENTERED");
  expect(await refusal(get({ ...tournament, gameId: newId() }, "ann"))).toBe(
    "TOURNAMENT_NOT_FOUND",
  );
  expect(await refusal(get({ gameId, tournamentId: newId() }, "ann"))).toBe("TOURNAMENT_NOT_FOUND");
  expect(await refusal(get(service.newTournament({ gameId }), "ann"))).toBe("GAMER_NOT_ENTERED");
});
