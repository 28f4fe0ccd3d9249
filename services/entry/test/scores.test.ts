import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import {
  disqualify,
  eliminate,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeRegistration,
  scoredTournament,
  submit,
  submitEach,
  toRank,
  toScore,
  type GivenScore,
} from "./actions.ts";

const countAttempts = async ({ admin }: World, { tournamentId }: TournamentKey) =>
  (await admin.query("SELECT FROM entry.attempt WHERE tournament_id = $1", [tournamentId])).rows
    .length;

const submitScores = async (world: World, tournament: TournamentKey, ...given: GivenScore[]) =>
  (await submit(world, tournament, given)).map(toScore);

describe("a score", () => {
  test("is answered with the gamer's standing, and with the rank on request", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"], { attempts: 3 });
    const metadata = '{"map":"dust"}';
    const [ann] = await submit(world, tournament, [
      { handle: "ann", score: 7, attempt: "match-1", metadata },
    ]);
    expect(ann?.outcome.value).toMatchObject({
      handle: "ann",
      attempt: "match-1",
      score: 7n,
      metadata,
      sequence: 1n,
      standing: { score: 7n, attempts: 1, attemptsLeft: 2 },
    });
    const ranked = await submit(world, tournament, [
      { handle: "bob", score: 9, withRank: true },
      { handle: "ann", score: 2, withRank: true },
    ]);
    expect(ranked.map((each) => [toScore(each), toRank(each)])).toEqual([
      [9, 1],
      [7, 2],
    ]);
  });

  test("is recorded once by its attempt or request, in one batch or several", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { operator: "sum" });
    const score = { handle: "ann", score: 5, attempt: "match-1" };
    const outcomes = [
      ...(await submit(world, tournament, [score, score])),
      ...(await submit(world, tournament, [score])),
    ];
    expect(outcomes.map(toScore)).toEqual([5, 5, 5]);
    expect(outcomes.map(({ recordedBefore }) => recordedBefore)).toEqual([false, true, true]);
    const unnamed = { handle: "ann", score: 1, requestId: newId(), repeatable: true };
    expect(await submitScores(world, tournament, unnamed)).toEqual([6]);
    expect(await submitScores(world, tournament, unnamed)).toEqual([6]);
    expect(await countAttempts(world, tournament)).toBe(2);
  });

  test.for([
    ["another score", { score: 6 }, "ATTEMPT_REUSED"],
    ["other tie-breaks", { tieBreaks: [2] }, "ATTEMPT_REUSED"],
    ["other metadata", { metadata: '{"round":{"b":2,"a":3},"map":"dust"}' }, "ATTEMPT_REUSED"],
    ["metadata in another order", { metadata: '{"round":{"b":2,"a":1},"map":"dust"}' }, 5],
  ] as const)("is compared under a known attempt: %s", async ([, change, result], { world }) => {
    const tournament = await scoredTournament(world, ["ann"], { tieBreaks: ["higher"] });
    const metadata = '{"map":"dust","round":{"a":1,"b":2}}';
    const score = { handle: "ann", score: 5, attempt: "match-1", metadata, tieBreaks: [1] };
    await submit(world, tournament, [score]);
    const tieBreaks = "tieBreaks" in change ? [...change.tieBreaks] : [1];
    const changed = { ...score, ...change, tieBreaks };
    expect(await submitScores(world, tournament, changed)).toEqual([result]);
  });

  test("refuses no other of its batch if it is refused", async ({ world }) => {
    const names = ["ann", "out", "cheat"];
    const tournament = await scoredTournament(world, names, { min: 0, max: 10 });
    const { gameId } = tournament;
    await world.entry.createGamer({ gameId, requestId: newId(), handle: "idle" });
    await eliminate(world, tournament, "out");
    await disqualify(world, tournament, "cheat");
    expect(
      await submitScores(
        world,
        tournament,
        { handle: "nobody", score: 1 },
        { handle: "idle", score: 1 },
        { handle: "out", score: 1 },
        { handle: "cheat", score: 1 },
        { handle: "ann", score: 11 },
        { handle: "ann", score: -1 },
        { handle: "ann", score: 1, tieBreaks: [1] },
        { handle: "ann", score: 1, metadata: "{" },
        { handle: "a\nb", score: 1 },
        { handle: "ann", score: 1, gameId: newId() },
        { handle: "ann", score: 4 },
      ),
    ).toEqual([
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "GAMER_ALREADY_ELIMINATED",
      "GAMER_DISQUALIFIED",
      "SCORE_OUT_OF_RANGE",
      "SCORE_OUT_OF_RANGE",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      "TOURNAMENT_NOT_FOUND",
      4,
    ]);
    expect(await countAttempts(world, tournament)).toBe(1);
  });

  test("uses up an attempt while it is held, and does not count", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { reviewFrom: 100, attempts: 2 });
    expect(
      await submitScores(
        world,
        tournament,
        { handle: "ann", score: 100 },
        { handle: "ann", score: 3, hold: true },
        { handle: "ann", score: 4 },
      ),
    ).toEqual([null, null, "ATTEMPTS_EXHAUSTED"]);
    expect((await world.entry.readLeaderboard(tournament)).standings).toEqual([]);
  });

  test("is refused if a sum would grow too large or could count it twice", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { operator: "sum" });
    expect(
      await submitScores(
        world,
        tournament,
        { handle: "ann", score: 5 },
        { handle: "ann", score: Number.MAX_SAFE_INTEGER, attempt: "one" },
        { handle: "ann", score: 1, attempt: "two" },
      ),
    ).toEqual(["INVALID_ARGUMENT", Number.MAX_SAFE_INTEGER, "SCORE_OVERFLOW"]);
  });
});

describe("a tournament", () => {
  test("takes scores from the start to before the end, repeats after it", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"]);
    const move = (moment: "starts_at" | "ends_at", minutes: number) =>
      world.admin.query(
        `UPDATE entry.board SET ${moment} = now() + make_interval(mins => $2) WHERE tournament_id = $1`,
        [tournament.tournamentId, minutes],
      );
    const send = () => submitScores(world, tournament, { handle: "ann", score: 1, attempt: "one" });
    await move("starts_at", 1);
    expect(await send()).toEqual(["TOURNAMENT_NOT_STARTED"]);
    await move("starts_at", -1);
    await move("ends_at", 0);
    expect(await send()).toEqual(["TOURNAMENT_ENDED"]);
    await move("ends_at", 1);
    expect(await send()).toEqual([1]);
    await move("ends_at", 0);
    expect(await send()).toEqual([1]);
  });

  test("takes no scores once it is closed, even without entries", async ({ world }) => {
    const closed = await scoredTournament(world, ["ann"]);
    const empty = await publishTournament(world, { scoring: scoringMessage({}) });
    for (const tournament of [closed, empty]) {
      await closeRegistration(world, tournament);
      const outcomes = await submitEach(world, tournament, { ann: 1 });
      expect(outcomes.map(toScore)).toEqual(["TOURNAMENT_NOT_PUBLISHED"]);
      expect(await countAttempts(world, tournament)).toBe(0);
    }
    expect(await world.entry.readLeaderboard(empty)).toMatchObject({ standings: [], entries: 0 });
  });
});
