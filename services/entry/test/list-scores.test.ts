import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScoreState, ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
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
