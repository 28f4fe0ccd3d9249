import { newId } from "@tms/kit/values/ids";
import {
  createGame,
  eliminate,
  getReason,
  join,
  joinAll,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import { isCompetitionRanking } from "../src/ranking/competition-rank.ts";
import {
  closeRegistration,
  countFees,
  countSeats,
  handles,
  scoredTournament,
  submit,
  toScore,
  tournamentOf,
} from "./actions.ts";

const PAID = { entryFeeMinorUnits: 5n };
const MAX_TRIES = 10;

/** Returns the reason of a refusal, or "accepted", for a caller who asks a busy tournament again. */
async function getFinalReason(call: () => Promise<unknown>): Promise<string> {
  let reason = "UNAVAILABLE";
  for (let tries = 0; reason === "UNAVAILABLE" && tries < MAX_TRIES; tries++)
    reason = await getReason(call());
  return reason;
}

describe("joins on two replicas", () => {
  test("fill exactly 100 seats if 300 come, some three times", async ({ world, replica }) => {
    const tournament = await publishTournament(world, { ...PAID, maxEntries: 100 });
    const calls = handles(300).flatMap((handle, index) => {
      const requestId = newId();
      return Array.from({ length: index % 3 === 0 ? 3 : 1 }, async (_, copy) => {
        const one = (index + copy) % 2 ? world : replica;
        return [
          handle,
          await getFinalReason(() => join(one, tournament, handle, requestId)),
        ] as const;
      });
    });
    const outcomes = await Promise.all(calls);
    const accepted = outcomes.filter(([, reason]) => reason === "accepted");
    const winners = new Set(accepted.map(([handle]) => handle));
    expect(winners.size).toBe(100);
    // All copies of one request have one answer.
    for (const [handle, reason] of outcomes)
      expect(reason).toBe(winners.has(handle) ? "accepted" : "TOURNAMENT_FULL");
    expect(await countSeats(world, tournament)).toBe(100);
    expect(await countFees(world, tournament)).toBe(100);
    const { entries } = await world.entry.listEntries({ ...tournament, pageSize: 1_000 });
    expect(new Set(entries.map(({ handle }) => handle))).toEqual(winners);
  });

  test("make one entry and one charge of many requests of a gamer", async ({ world, replica }) => {
    const tournament = await publishTournament(world, PAID);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        getFinalReason(() => join(index % 2 ? world : replica, tournament, "ann")),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "GAMER_ALREADY_JOINED"]));
    expect(await countFees(world, tournament)).toBe(1);
  });

  test("make each newcomer one gamer in many tournaments", async ({ world, replica }) => {
    const { gameId } = await createGame(world);
    const tournaments: TournamentKey[] = [];
    for (let n = 0; n < 6; n++) tournaments.push(await publishTournament(world, { gameId }));
    await Promise.all(
      tournaments.map((tournament, n) =>
        joinAll(
          n % 2 ? world : replica,
          tournament,
          n < 3 ? handles(40) : handles(40).toReversed(),
        ),
      ),
    );
    const { rowCount } = await world.admin.query("SELECT FROM entry.gamer WHERE game_id = $1", [
      gameId,
    ]);
    expect(rowCount).toBe(40);
  });

  test("take one seat if one request is for two tournaments", async ({ world, replica }) => {
    const [one, two] = [await publishTournament(world), await publishTournament(world)];
    for (let round = 1; round <= 15; round++) {
      const [handle, requestId] = [`ann ${round}`, newId()];
      const outcomes = await Promise.all([
        getReason(join(world, one, handle, requestId)),
        getReason(join(replica, two, handle, requestId)),
      ]);
      expect(outcomes.toSorted()).toEqual(["REQUEST_ID_REUSED", "accepted"]);
      expect((await countSeats(world, one)) + (await countSeats(world, two))).toBe(round);
    }
  });
});

test("creates a gamer once for all who ask at the same time", async ({ world, replica }) => {
  const gameId = newId();
  const requests = Array.from({ length: 6 }, () => ({ requestId: newId(), gameId, handle: "ann" }));
  const answers = await Promise.all(
    [...requests, ...requests].map((request, n) =>
      (n % 2 ? world : replica).entry.createGamer(request),
    ),
  );
  expect(new Set(answers.map(({ gamer }) => gamer?.id)).size).toBe(1);
  const created = answers.map((answer) => answer.created);
  expect(created.slice(0, 6)).toEqual(created.slice(6));
  expect(created.slice(0, 6).filter(Boolean)).toHaveLength(1);
});

test("eliminates once each on two replicas, with fitting ranks", async ({ world, replica }) => {
  const names = handles(40);
  const tournament = await tournamentOf(world, ...names);
  const groups = Array.from({ length: 14 }, (_, n) => names.slice(n * 3, n * 3 + 3));
  const calls = [...groups, ...groups].map((group, n) =>
    getFinalReason(() => eliminate(n % 2 ? world : replica, tournament, ...group)),
  );
  expect((await Promise.all(calls)).toSorted()).toEqual([
    ...groups.map(() => "GAMER_ALREADY_ELIMINATED"),
    ...groups.map(() => "accepted"),
  ]);
  const { entries } = await world.entry.listEntries({ ...tournament, pageSize: 1_000 });
  expect(isCompetitionRanking(entries.map(({ rank }) => rank ?? 0))).toBe(true);
  const moments = groups.map(([name]) => {
    const { rank = 0, eliminateTimeMs } = entries.find(({ handle }) => handle === name)!;
    return { rank, at: Number(eliminateTimeMs) };
  });
  const later = moments.toSorted((a, b) => b.at - a.at).map(({ rank }) => rank);
  expect(later).toEqual(moments.map(({ rank }) => rank).toSorted((a, b) => a - b));
  expect(new Set(moments.map(({ at }) => at)).size).toBe(groups.length);
});

describe("scores on two replicas", () => {
  test("are recorded before the end, or refused", async ({ world, replica }) => {
    const names = handles(20);
    const tournament = await scoredTournament(world, names, { operator: "sum" });
    const sent = Array.from({ length: 30 }, (_, round) => {
      const scores = names.map((handle) => ({ handle, score: 1, attempt: `round-${round}` }));
      return submit(round % 2 ? world : replica, tournament, scores);
    });
    // In the midst of them: some are on their way, some are not sent yet.
    await sent[0];
    const closing = closeRegistration(world, tournament);
    const outcomes = (await Promise.all(sent)).flat().map(toScore);
    await closing;
    const refused = outcomes.filter((outcome) => typeof outcome === "string");
    const recorded = outcomes.length - refused.length;
    expect(new Set(refused)).toEqual(
      new Set(refused.length > 0 ? ["TOURNAMENT_NOT_PUBLISHED"] : []),
    );
    const { rows } = await world.admin.query(
      `SELECT count(*)::int AS recorded,
         count(*) FILTER (WHERE attempt.created_at > board.closed_at)::int AS late,
         (SELECT sum(score)::int FROM entry.standing WHERE tournament_id = $1) AS added
       FROM entry.attempt JOIN entry.board USING (tournament_id) WHERE tournament_id = $1`,
      [tournament.tournamentId],
    );
    expect(rows).toEqual([{ recorded, late: 0, added: recorded }]);
  });

  test("use up no more attempts than a gamer has", async ({ world, replica }) => {
    const tournament = await scoredTournament(world, ["ann"], { attempts: 10 });
    const sent = Array.from({ length: 20 }, (_, n) => {
      const score = { handle: "ann", score: n, attempt: `match-${n}` };
      return submit(n % 2 ? world : replica, tournament, [score, score]);
    });
    const outcomes = (await Promise.all(sent)).flat().map(toScore);
    expect(outcomes.filter((outcome) => outcome === "ATTEMPTS_EXHAUSTED")).toHaveLength(20);
    const { rowCount } = await world.admin.query(
      "SELECT FROM entry.attempt WHERE tournament_id = $1",
      [tournament.tournamentId],
    );
    expect(rowCount).toBe(10);
  });
});
