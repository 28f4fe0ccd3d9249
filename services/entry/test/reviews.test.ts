import { newId } from "@tms/kit/values/ids";
import { ScoreState, ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import {
  getReason,
  readPages,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeRegistration,
  pass,
  record,
  review,
  scoredTournament,
  submitEach,
  toScore,
  tournamentOf,
} from "./actions.ts";

// The model tests cover standings after reviews.

const readLeaderboard = async ({ entry }: World, tournament: TournamentKey) =>
  (await entry.readLeaderboard(tournament)).standings.map(({ handle, rank, score }) => [
    handle,
    rank,
    Number(score ?? 0n),
  ]);

const listScores = async ({ entry }: World, tournament: TournamentKey, filter: object = {}) =>
  (await entry.listScores({ ...tournament, ...filter })).scores;

describe("a review", () => {
  test("is kept with its reason, and the latest of several holds", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"], { reviewFrom: 100 });
    const [held = ""] = await record(world, tournament, ["ann", 900], ["bob", 50]);
    await review(world, tournament, "void", held);
    const { scores } = await review(world, tournament, "accept", held);
    expect(scores).toMatchObject([{ id: held, handle: "ann", state: ScoreState.COUNTED }]);
    expect(await readLeaderboard(world, tournament)).toEqual([
      ["ann", 1, 900],
      ["bob", 2, 50],
    ]);
    const { VOID, ACCEPT } = ScoreVerdict;
    const listDecisions = async () =>
      (await listScores(world, tournament, { handle: "ann" }))[0]?.decisions;
    expect(await listDecisions()).toMatchObject([
      { verdict: VOID, reason: "looked at it", actor: "" },
      { verdict: ACCEPT, reason: "looked at it" },
    ]);
    for (let n = 0; n < 5; n++)
      for (const verdict of ["void", "accept"] as const)
        await review(world, tournament, verdict, held);
    // Only the last ten.
    expect((await listDecisions())?.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 5 }, () => [VOID, ACCEPT]).flat(),
    );
  });

  test("gives a void attempt back", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { attempts: 1 });
    const [first = ""] = await record(world, tournament, ["ann", 10]);
    await review(world, tournament, "void", first);
    expect((await submitEach(world, tournament, { ann: 3 })).map(toScore)).toEqual([3]);
    expect(await getReason(review(world, tournament, "hold", first))).toBe("ATTEMPTS_EXHAUSTED");
    expect(await readLeaderboard(world, tournament)).toEqual([["ann", 1, 3]]);
  });

  test("is refused without scoring, after the end, and after the closing", async ({ world }) => {
    const plain = await tournamentOf(world, "ann");
    expect(await getReason(review(world, plain, "void", newId()))).toBe("SCORES_NOT_ENABLED");
    expect(await getReason(listScores(world, plain))).toBe("SCORES_NOT_ENABLED");
    const ended = await scoredTournament(world, ["ann"]);
    const [id = ""] = await record(world, ended, ["ann", 10]);
    await pass(world, ended, "ends_at");
    expect(await getReason(review(world, ended, "void", id))).toBe("TOURNAMENT_ENDED");
    const closed = await scoredTournament(world, ["ann"]);
    const [late = ""] = await record(world, closed, ["ann", 10]);
    await closeRegistration(world, closed);
    expect(await getReason(review(world, closed, "void", late))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });
});

describe("a review that is refused decides on none of its scores", () => {
  /** Expects that a review is refused for its second score, and changes nothing. */
  async function expectRefused(
    world: World,
    tournament: TournamentKey,
    decide: () => Promise<unknown>,
    refusal: { reason: string; message?: unknown; field?: string },
  ) {
    const before = await readLeaderboard(world, tournament);
    const { field = "score_ids[1]", ...rest } = refusal;
    expect(await decide().catch(toRefusal)).toMatchObject({ ...rest, fields: [{ field }] });
    expect(await readLeaderboard(world, tournament)).toEqual(before);
  }

  test("if a sum would grow too large", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"], { operator: "sum" });
    const [much = "", more = "", other = ""] = await record(
      world,
      tournament,
      ["ann", Number.MAX_SAFE_INTEGER],
      ["ann", 1, true],
      ["bob", 1],
    );
    await expectRefused(world, tournament, () => review(world, tournament, "accept", other, more), {
      reason: "SCORE_OVERFLOW",
      message: expect.stringContaining('The sum of the scores of the gamer "ann" would be'),
    });
    const decided = (await listScores(world, tournament)).flatMap(({ decisions }) => decisions);
    expect(decided).toEqual([]);
    await review(world, tournament, "void", much);
    await review(world, tournament, "accept", more);
    expect(await readLeaderboard(world, tournament)).toEqual([
      ["ann", 1, 1],
      ["bob", 1, 1],
    ]);
  });

  test("if the tournament does not have a score", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"]);
    const other = await scoredTournament(world, ["ann"]);
    const [id = ""] = await record(world, tournament, ["ann", 10]);
    const [elsewhere = ""] = await record(world, other, ["ann", 10]);
    for (const unknown of [newId(), elsewhere])
      await expectRefused(world, tournament, () => review(world, tournament, "void", id, unknown), {
        reason: "SCORE_NOT_FOUND",
      });
  });

  test("if a score is named twice, in two spellings", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"]);
    const [id = ""] = await record(world, tournament, ["ann", 10]);
    const twice = () => review(world, tournament, "void", id, id.toUpperCase());
    await expectRefused(world, tournament, twice, {
      reason: "INVALID_ARGUMENT",
      field: "score_ids",
    });
  });

  test("if its gamers have more than 20,000 attempts, unless it is of one", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"]);
    // Void attempts use up none, and are folded all the same.
    const addVoid = (handle: string, attempts: number) =>
      world.admin.query(
        `INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, sequence, score, tie_breaks,
           state, metadata, created_at)
         SELECT gen_random_uuid(), tournament_id, gamer_id, entry.id,
           (SELECT max(sequence) FROM entry.attempt WHERE tournament_id = $1) + n, 1, '{}', 'void', '', now()
         FROM entry.entry JOIN entry.gamer ON gamer.id = gamer_id, generate_series(1, $3::integer) AS n
         WHERE tournament_id = $1 AND handle = $2`,
        [tournament.tournamentId, handle, attempts],
      );
    const [ann = "", bob = ""] = await record(world, tournament, ["ann", 10], ["bob", 9]);
    await addVoid("ann", 19_999);
    await expectRefused(world, tournament, () => review(world, tournament, "void", ann, bob), {
      reason: "INVALID_ARGUMENT",
      field: "score_ids",
    });
    await addVoid("ann", 1);
    await review(world, tournament, "void", ann);
    expect(await readLeaderboard(world, tournament)).toEqual([["bob", 1, 9]]);
  });
});

test("lists scores newest first, by gamer and state, in pages", async ({ world }) => {
  const tournament = await scoredTournament(world, ["ann", "bob"]);
  const ids = await record(
    world,
    tournament,
    ["ann", 1],
    ["bob", 2, true],
    ["ann", 3, true],
    ["ann", 4],
    ["bob", 5],
  );
  await review(world, tournament, "void", ids[3] ?? "");
  const listNumbers = async (filter: object = {}) => {
    const request = { ...tournament, pageSize: 2, ...filter };
    const pages = await readPages((pageToken) => world.entry.listScores({ ...request, pageToken }));
    return pages.flatMap(({ scores }) => scores.map(({ score }) => Number(score)));
  };
  expect(await listNumbers()).toEqual([5, 4, 3, 2, 1]);
  expect(await listNumbers({ handle: "ann" })).toEqual([4, 3, 1]);
  expect(await listNumbers({ state: ScoreState.HELD })).toEqual([3, 2]);
  expect(await listNumbers({ state: ScoreState.COUNTED })).toEqual([5, 1]);
  expect(await listNumbers({ handle: "ann", state: ScoreState.VOID })).toEqual([4]);
  const unknown = listScores(world, tournament, { handle: "cid" });
  expect(await getReason(unknown)).toBe("GAMER_NOT_FOUND");
});
