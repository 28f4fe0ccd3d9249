import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScoreState, ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { scoringMessage } from "@tms/kit/values/scoring";
import { isWaiting } from "./lock-waits.ts";
import { recorder, reviewer } from "./reviews.ts";
import { scoredTournament } from "./scores.ts";
import { refusal, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const review = reviewer(() => service);
const recorded = recorder(() => service);

const listed = async (tournament: TournamentKey, filter: object = {}) =>
  (await service.entry.listScores({ ...tournament, ...filter })).scores;

describe("the list of scores", () => {
  test("is there when somebody joins while it is looked for", async () => {
    const tournament = service.newTournament({ scoring: scoringMessage({}) });
    await service.entry.listScores(tournament);
    const opener = await service.admin.connect();
    await opener.query("BEGIN");
    await opener.query(
      `INSERT INTO entry.registration (tournament_id, game_id, test, currency, fee_minor, payer,
         registration_closes_at, ends_at, scored)
       VALUES ($1, $2, false, 'USD', 0, 'game', 'infinity', 'infinity', true)`,
      [tournament.tournamentId, tournament.gameId],
    );
    await opener.query(
      `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at)
       VALUES ($1, $2, false, '{}', '-infinity', 'infinity')`,
      [tournament.tournamentId, tournament.gameId],
    );
    await opener.query("LOCK TABLE entry.registration");
    const reading = service.entry.listScores(tournament);
    // It has found no board, and looks for the registration.
    try {
      await isWaiting(service, `from "registration"`);
    } finally {
      await opener.query("COMMIT");
      opener.release();
    }
    expect((await reading).scores).toEqual([]);
  });

  test("is the newest first, of all or of one gamer, in all states or in one, page by page", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    const ids = await recorded(
      tournament,
      ["ann", 1],
      ["bob", 2, true],
      ["ann", 3, true],
      ["ann", 4],
      ["bob", 5],
    );
    await review(tournament, "void", ids[3] ?? "");
    const numbers = async (filter: object = {}) => {
      const found: number[] = [];
      let pageToken = "";
      do {
        const page = await service.entry.listScores({
          ...tournament,
          pageSize: 2,
          pageToken,
          ...filter,
        });
        found.push(...page.scores.map(({ score }) => Number(score)));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return found;
    };
    expect(await numbers()).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ handle: "ann" })).toEqual([4, 3, 1]);
    expect(await numbers({ state: ScoreState.HELD })).toEqual([3, 2]);
    expect(await numbers({ state: ScoreState.COUNTED })).toEqual([5, 1]);
    expect(await numbers({ handle: "ann", state: ScoreState.VOID })).toEqual([4]);
    expect(await refusal(listed(tournament, { handle: "cid" }))).toBe("GAMER_NOT_FOUND");
  });

  test("shows the last ten decisions on each", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    const [id = ""] = await recorded(tournament, ["ann", 1]);
    for (let n = 0; n < 12; n++) await review(tournament, n % 2 === 0 ? "void" : "accept", id);
    const [score] = await listed(tournament);
    expect(score?.decisions.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? ScoreVerdict.VOID : ScoreVerdict.ACCEPT)),
    );
  });
});
