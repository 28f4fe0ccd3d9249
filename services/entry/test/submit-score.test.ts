import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inShort, rankIn, scoredTournament, submit } from "./scores.ts";
import { startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const stored = async ({ tournamentId }: TournamentKey) => {
  const { rows } = await service.admin.query<{ attempts: number; entries: number }>(
    `SELECT (SELECT count(*)::int FROM entry.attempt WHERE tournament_id = $1) AS attempts,
       (SELECT coalesce(sum(entries), 0)::int FROM entry.stratum WHERE tournament_id = $1) AS entries`,
    [tournamentId],
  );
  return rows[0];
};

/** Makes a moment of a board pass, or come, without waiting. */
const move = async ({ tournamentId }: TournamentKey, what: "starts_at" | "ends_at", by: string) =>
  await service.admin.query(
    `UPDATE entry.board SET ${what} = now() + $2::interval WHERE tournament_id = $1`,
    [tournamentId, by],
  );

describe("a score", () => {
  test("is told with what the gamer's attempts come to, and with the rank where it is asked for", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { attempts: 3 });
    const [ann] = await submit(service, tournament, [
      { handle: "ann", score: 7, attempt: "match-1", metadata: '{"map":"dust"}' },
    ]);
    expect(ann?.outcome.value).toMatchObject({
      handle: "ann",
      attempt: "match-1",
      score: 7n,
      metadata: '{"map":"dust"}',
      sequence: 1n,
      standing: { score: 7n, attempts: 1, attemptsLeft: 2 },
    });
    const [bob, again] = await submit(service, tournament, [
      { handle: "bob", score: 9, withRank: true },
      { handle: "ann", score: 2, withRank: true },
    ]);
    expect([bob, again].map((each) => each && [inShort(each), rankIn(each)])).toEqual([
      [9, 1],
      [7, 2],
    ]);
  });

  test("is recorded once, however often its attempt comes, in one batch or in several", async () => {
    const tournament = await scoredTournament(service, ["ann"], { operator: "sum" });
    const score = { handle: "ann", score: 5, attempt: "match-1" };
    const outcomes = [
      ...(await submit(service, tournament, [score, score])),
      ...(await submit(service, tournament, [score])),
    ];
    expect(outcomes.map(inShort)).toEqual([5, 5, 5]);
    expect(outcomes.map(({ recordedBefore }) => recordedBefore)).toEqual([false, true, true]);
    expect(await stored(tournament)).toEqual({ attempts: 1, entries: 1 });
  });

  test("with metadata that is no JSON object is refused alone", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    const outcomes = await submit(service, tournament, [
      { handle: "ann", score: 1, metadata: "{" },
      { handle: "bob", score: 2, metadata: "{}" },
    ]);
    expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(["refused", "score"]);
    expect(await stored(tournament)).toMatchObject({ attempts: 1 });
  });

  test("without a name is named by its request", async () => {
    const tournament = await scoredTournament(service, ["ann"], { operator: "sum" });
    const score = { handle: "ann", score: 5, requestId: newId(), repeatable: true };
    const send = async () => (await submit(service, tournament, [score])).map(inShort);
    expect(await send()).toEqual([5]);
    expect(await send()).toEqual([5]);
    expect(await stored(tournament)).toMatchObject({ attempts: 1 });
  });

  test.for([
    ["another score", { score: 6 }],
    ["other tie-breaks", { tieBreaks: [2] }],
    ["other metadata", { metadata: "{}" }],
  ] as const)("of a known attempt with %s is refused", async ([, change]) => {
    const tournament = await scoredTournament(service, ["ann"], { tieBreaks: ["higher"] });
    const score = { handle: "ann", score: 5, tieBreaks: [1], attempt: "match-1" };
    await submit(service, tournament, [score]);
    const more = { ...score, ...change, tieBreaks: "tieBreaks" in change ? [2] : [1] };
    expect((await submit(service, tournament, [more])).map(inShort)).toEqual(["ATTEMPT_REUSED"]);
  });

  test("of a known attempt is the same in whatever order its metadata are written", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const score = { handle: "ann", score: 5, attempt: "match-1" };
    const written = (metadata: string) => submit(service, tournament, [{ ...score, metadata }]);
    const first = (await written('{"map":"dust","round":{"a":1,"b":2}}')).map(inShort);
    expect((await written('{"round":{"b":2,"a":1},"map":"dust"}')).map(inShort)).toEqual(first);
    const other = await written('{"round":{"b":2,"a":3},"map":"dust"}');
    expect(other.map(inShort)).toEqual(["ATTEMPT_REUSED"]);
  });

  test("of one gamer is another's by the same name too", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    const outcomes = await submit(service, tournament, [
      { handle: "ann", score: 1, attempt: "final" },
      { handle: "bob", score: 2, attempt: "final" },
    ]);
    expect(outcomes.map(inShort)).toEqual([1, 2]);
  });

  test("that is refused refuses no other of its batch", async () => {
    const tournament = await scoredTournament(service, ["ann", "out"], { min: 0, max: 10 });
    await service.entry.createGamer({ ...tournament, requestId: newId(), handle: "idle" });
    await service.eliminate(tournament, "out");
    const outcomes = await submit(service, tournament, [
      { handle: "nobody", score: 1 },
      { handle: "idle", score: 1 },
      { handle: "out", score: 1 },
      { handle: "ann", score: 11 },
      { handle: "ann", score: -1 },
      { handle: "ann", score: 1, tieBreaks: [1] },
      { handle: "a\nb", score: 1 },
      { handle: "ann", score: 4 },
    ]);
    expect(outcomes.map(inShort)).toEqual([
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "GAMER_ALREADY_ELIMINATED",
      "SCORE_OUT_OF_RANGE",
      "SCORE_OUT_OF_RANGE",
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      4,
    ]);
    expect(await stored(tournament)).toMatchObject({ attempts: 1 });
  });

  test("that is held uses up an attempt and does not count", async () => {
    const tournament = await scoredTournament(service, ["ann"], { reviewFrom: 100, attempts: 2 });
    const outcomes = await submit(service, tournament, [
      { handle: "ann", score: 100 },
      { handle: "ann", score: 3, hold: true },
      { handle: "ann", score: 4 },
    ]);
    expect(outcomes.map(inShort)).toEqual([null, null, "ATTEMPTS_EXHAUSTED"]);
    expect(await stored(tournament)).toEqual({ attempts: 2, entries: 0 });
  });

  test("is refused where it would be added up and could not be recognised again", async () => {
    const tournament = await scoredTournament(service, ["ann"], { operator: "sum" });
    const outcomes = await submit(service, tournament, [
      { handle: "ann", score: 5 },
      { handle: "ann", score: Number.MAX_SAFE_INTEGER, attempt: "one" },
      { handle: "ann", score: 1, attempt: "two" },
    ]);
    expect(outcomes.map(inShort)).toEqual([
      "INVALID_ARGUMENT",
      Number.MAX_SAFE_INTEGER,
      "SCORE_OVERFLOW",
    ]);
  });
});

describe("scores are taken", () => {
  test("from the start to before the end, and a repeat afterwards has its answer", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const score = { handle: "ann", score: 1, attempt: "one" };
    const send = async () => (await submit(service, tournament, [score])).map(inShort);
    await move(tournament, "starts_at", "1 minute");
    expect(await send()).toEqual(["TOURNAMENT_NOT_STARTED"]);
    await move(tournament, "starts_at", "-1 minute");
    await move(tournament, "ends_at", "0 minutes");
    expect(await send()).toEqual(["TOURNAMENT_ENDED"]);
    await move(tournament, "ends_at", "1 minute");
    expect(await send()).toEqual([1]);
    await move(tournament, "ends_at", "0 minutes");
    expect(await send()).toEqual([1]);
  });

  test("by no tournament whose registration is closed", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    await service.closeRegistration(tournament);
    const outcomes = await submit(service, tournament, [{ handle: "ann", score: 1 }]);
    expect(outcomes.map(inShort)).toEqual(["TOURNAMENT_NOT_PUBLISHED"]);
    expect(await stored(tournament)).toMatchObject({ attempts: 0 });
  });

  test("by no tournament that was over before anybody joined", async () => {
    const tournament = service.newTournament({ scoring: scoringMessage({}) });
    await service.closeRegistration(tournament);
    const outcomes = await submit(service, tournament, [{ handle: "ann", score: 1 }]);
    expect(outcomes.map(inShort)).toEqual(["TOURNAMENT_NOT_PUBLISHED"]);
    expect(await service.entry.readLeaderboard(tournament)).toMatchObject({
      standings: [],
      entries: 0,
    });
  });

  test("by no tournament without scoring, and none of another game", async () => {
    const plain = service.newTournament();
    await service.joinAll(plain, ["ann"]);
    const scored = await scoredTournament(service, ["ann"]);
    const outcomes = [
      ...(await submit(service, plain, [{ handle: "ann", score: 1 }])),
      ...(await submit(service, { ...scored, gameId: newId() }, [{ handle: "ann", score: 1 }])),
      ...(await submit(service, { ...plain, gameId: newId() }, [{ handle: "ann", score: 1 }])),
    ];
    expect(outcomes.map(inShort)).toEqual([
      "SCORES_NOT_ENABLED",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_FOUND",
    ]);
  });

  test("by two replicas at once, never beyond what a gamer has", async () => {
    const second = await startEntry(service);
    try {
      const tournament = await scoredTournament(service, ["ann"], { attempts: 10 });
      const sent = Array.from({ length: 20 }, (_, index) =>
        submit(index % 2 === 0 ? service : second, tournament, [
          { handle: "ann", score: index, attempt: `match-${index}` },
          { handle: "ann", score: index, attempt: `match-${index}` },
        ]),
      );
      const outcomes = (await Promise.all(sent)).flat().map(inShort);
      expect(outcomes.filter((outcome) => outcome === "ATTEMPTS_EXHAUSTED")).toHaveLength(20);
      expect(await stored(tournament)).toEqual({ attempts: 10, entries: 1 });
    } finally {
      await second.close();
    }
  });
});
