import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { ScoreState, ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { recorder, reviewer } from "./reviews.ts";
import { inShort, scoredTournament, submit } from "./scores.ts";
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

const review = reviewer(() => service);
const recorded = recorder(() => service);

const leaderboard = async (tournament: TournamentKey) =>
  (await service.entry.readLeaderboard({ ...tournament })).standings.map(
    ({ handle, rank, score }) => [handle, rank, Number(score ?? 0n)],
  );

const listed = async (tournament: TournamentKey, filter: object = {}) =>
  (await service.entry.listScores({ ...tournament, ...filter })).scores;

describe("a review", () => {
  test("has a held attempt count, and a cheated one not, and moves whoever is behind", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { reviewFrom: 100 });
    const [low = "", high = "", other = ""] = await recorded(
      tournament,
      ["ann", 10],
      ["ann", 900],
      ["bob", 50],
    );
    expect(await leaderboard(tournament)).toEqual([
      ["bob", 1, 50],
      ["ann", 2, 10],
    ]);
    const { scores } = await review(tournament, "accept", high);
    expect(scores).toMatchObject([{ id: high, handle: "ann", state: ScoreState.COUNTED }]);
    expect(await leaderboard(tournament)).toEqual([
      ["ann", 1, 900],
      ["bob", 2, 50],
    ]);
    await review(tournament, "void", high, other);
    expect(await leaderboard(tournament)).toEqual([["ann", 1, 10]]);
    await review(tournament, "hold", low);
    expect(await leaderboard(tournament)).toEqual([]);
  });

  test("is kept with reason and actor, and the latest of several holds", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const [id = ""] = await recorded(tournament, ["ann", 10]);
    await review(tournament, "void", id);
    await review(tournament, "accept", id);
    const [score] = await listed(tournament);
    expect(score).toMatchObject({
      id,
      state: ScoreState.COUNTED,
      decisions: [
        { verdict: ScoreVerdict.VOID, reason: "looked at it", actor: "" },
        { verdict: ScoreVerdict.ACCEPT, reason: "looked at it" },
      ],
    });
  });

  test("gives a voided attempt back, and takes one only where one is left", async () => {
    const tournament = await scoredTournament(service, ["ann"], { attempts: 1 });
    const [first = ""] = await recorded(tournament, ["ann", 10]);
    await review(tournament, "void", first);
    const [second] = await submit(service, tournament, [{ handle: "ann", score: 3 }]);
    expect(second && inShort(second)).toBe(3);
    for (const verdict of ["accept", "hold"] as const)
      expect(await refusal(review(tournament, verdict, first))).toBe("ATTEMPTS_EXHAUSTED");
    expect(await leaderboard(tournament)).toEqual([["ann", 1, 3]]);
    expect(await listed(tournament, { state: ScoreState.VOID })).toMatchObject([{ id: first }]);
  });

  test("is refused where a sum would grow too large, and decides on none then", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { operator: "sum" });
    const [much = "", more = "", other = ""] = await recorded(
      tournament,
      ["ann", Number.MAX_SAFE_INTEGER],
      ["ann", 1, true],
      ["bob", 1],
    );
    const refused = await review(tournament, "accept", other, more).then(
      () => undefined,
      refusalOf,
    );
    expect([refused?.reason, refused?.fields[0]?.field]).toEqual([
      "SCORE_OVERFLOW",
      "score_ids[1]",
    ]);
    expect(refused?.message).toContain('The scores of the gamer "ann" would add up');
    expect((await listed(tournament)).map(({ decisions }) => decisions.length)).toEqual([0, 0, 0]);
    await review(tournament, "void", much);
    await review(tournament, "accept", more);
    expect(await leaderboard(tournament)).toEqual([
      ["ann", 1, 1],
      ["bob", 1, 1],
    ]);
  });

  test("of an attempt that the tournament does not have is refused, naming it, and decides on none", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const other = await scoredTournament(service, ["ann"]);
    const [id = ""] = await recorded(tournament, ["ann", 10]);
    const [elsewhere = ""] = await recorded(other, ["ann", 10]);
    for (const unknown of [newId(), elsewhere]) {
      const refused = await review(tournament, "void", id, unknown).then(
        () => undefined,
        refusalOf,
      );
      expect([refused?.reason, refused?.fields[0]?.field]).toEqual([
        "SCORE_NOT_FOUND",
        "score_ids[1]",
      ]);
    }
    expect(await leaderboard(tournament)).toEqual([["ann", 1, 10]]);
  });

  test("that would use up more attempts than a gamer has names score and gamer, and decides on none", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { attempts: 1 });
    const [ofAnn = "", ofBob = ""] = await recorded(tournament, ["ann", 10], ["bob", 20]);
    await review(tournament, "void", ofAnn, ofBob);
    await recorded(tournament, ["bob", 5]);
    const refused = await review(tournament, "accept", ofAnn, ofBob).then(
      () => undefined,
      refusalOf,
    );
    expect([refused?.reason, refused?.fields[0]?.field]).toEqual([
      "ATTEMPTS_EXHAUSTED",
      "score_ids[1]",
    ]);
    expect(refused?.message).toContain('The gamer "bob" has used up the only attempt');
    expect(await leaderboard(tournament)).toEqual([["bob", 1, 5]]);
  });

  test("is refused without scoring, from the end on, and once registration is closed", async () => {
    const plain = service.newTournament();
    await service.joinAll(plain, ["ann"]);
    expect(await refusal(review(plain, "void", newId()))).toBe("SCORES_NOT_ENABLED");
    expect(await refusal(listed(plain))).toBe("SCORES_NOT_ENABLED");
    const over = await scoredTournament(service, ["ann"]);
    const [id = ""] = await recorded(over, ["ann", 10]);
    await service.passes(over, "ends_at");
    expect(await refusal(review(over, "void", id))).toBe("TOURNAMENT_ENDED");
    const closed = await scoredTournament(service, ["ann"]);
    const [late = ""] = await recorded(closed, ["ann", 10]);
    await service.closeRegistration(closed);
    expect(await refusal(review(closed, "void", late))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("leaves those who are out where they are, and holds once they are back", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"]);
    const [ann = "", bob = ""] = await recorded(tournament, ["ann", 10], ["bob", 9], ["cid", 8]);
    await service.eliminate(tournament, "ann");
    await service.disqualify(tournament, "bob");
    await review(tournament, "void", ann, bob);
    expect(await leaderboard(tournament)).toEqual([
      ["cid", 1, 8],
      ["ann", 2, 0],
    ]);
    await service.reinstate(tournament, "ann", "bob");
    expect(await leaderboard(tournament)).toEqual([["cid", 1, 8]]);
  });

  test("repeated with the same request id is one", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const [id = ""] = await recorded(tournament, ["ann", 10]);
    const request = {
      ...tournament,
      scoreIds: [id],
      verdict: ScoreVerdict.VOID,
      reason: "a cheat",
      requestId: newId(),
    };
    expect(await service.entry.reviewScores(request)).toEqual(
      await service.entry.reviewScores(request),
    );
    expect((await listed(tournament))[0]?.decisions).toHaveLength(1);
  });
});
