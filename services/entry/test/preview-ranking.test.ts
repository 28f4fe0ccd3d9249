import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewOf, rankedOf } from "./previews.ts";
import { scoredTournament, submit } from "./scores.ts";
import {
  handles,
  inHours,
  refusal,
  startEntry,
  type EntryUnderTest,
  type TournamentKey,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const HOUR_MS = 3_600_000;

const preview = (tournament: TournamentKey, more: object = {}) =>
  previewOf(service, tournament, more);

describe("the preview of a ranking", () => {
  test("counts those who share a place, however many they are", async () => {
    const names = handles(3_000);
    const tournament = await scoredTournament(service, names, { operator: "last" });
    const score = (from: number, to: number, scoreOf: (index: number) => number) =>
      submit(
        service,
        tournament,
        names.slice(from, to).map((handle, index) => ({ handle, score: scoreOf(from + index) })),
      );
    for (let first = 0; first < names.length; first += 1_000)
      await score(first, first + 1_000, () => 7);
    expect((await preview(tournament, { places: 100, pageSize: 0 })).groups).toMatchObject([
      { rank: 1, entries: 3_000 },
    ]);
    await score(0, 50, (index) => 100 + index);
    const { groups, payable } = await preview(tournament, { places: 100, pageSize: 0 });
    expect(groups).toHaveLength(51);
    expect(groups.at(-1)).toMatchObject({ rank: 51, entries: 2_950 });
    expect(payable).toBe(3_000);
  });

  test("goes on from a place, and says that a rank goes on, though who stood there has moved", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"]);
    const score = (handle: string, at: number) =>
      submit(service, tournament, [{ handle, score: at }]);
    for (const handle of ["ann", "bob", "cid"]) await score(handle, 5);
    const first = await preview(tournament, { pageSize: 1 });
    expect(rankedOf(first)).toEqual([["ann", 1]]);
    await score("ann", 9);
    const pageToken = first.standings?.nextPageToken ?? "";
    const second = await preview(tournament, { pageSize: 1, pageToken });
    expect(rankedOf(second)).toEqual([["bob", 2]]);
    expect(second.continued).toBe(false);
  });

  test("leaves out joins whose fee is being charged, and shows nobody before the first", async () => {
    const entryFeeMinorUnits = 5n;
    for (const tournament of [
      service.newTournament({ entryFeeMinorUnits }),
      service.newTournament({ entryFeeMinorUnits, scoring: scoringMessage({ noScore: "in" }) }),
    ]) {
      expect(await preview(tournament)).toMatchObject({ entries: 0, groups: [] });
      await service.join(tournament, "ann");
      service.wallet.fails = "after";
      await refusal(service.join(tournament, "bob"));
      service.wallet.fails = undefined;
      const seen = await preview(tournament);
      expect(seen).toMatchObject({ entries: 1, groups: [{ rank: 1, entries: 1 }] });
      expect(rankedOf(seen)).toEqual([["ann", 1]]);
      expect(seen.standings?.feeMinorUnits).toBe(entryFeeMinorUnits);
    }
  });

  test("is of one moment, while scores and eliminations change it", async () => {
    const names = handles(30);
    const tournament = await scoredTournament(service, names, { operator: "last", noScore: "in" });
    const writing = Array.from({ length: 12 }, async (_, round) => {
      await submit(
        service,
        tournament,
        names.map((handle, index) => ({
          handle,
          score: (round * 7 + index) % 5,
          attempt: `r${round}`,
        })),
      );
      await service.eliminate(tournament, names[round] ?? "");
    });
    const ending = new AbortController();
    const written = Promise.all(writing).finally(() => ending.abort());
    let seen = 0;
    while (!ending.signal.aborted) {
      const page = await preview(tournament, { places: 100 });
      const counts = Map.groupBy(rankedOf(page), ([, rank]) => rank);
      expect(page.groups.map(({ rank, entries }) => [rank, entries])).toEqual(
        Array.from(counts, ([rank, { length }]) => [rank, length]),
      );
      expect(page).toMatchObject({ entries: 30, payable: 30 });
      seen++;
    }
    await written;
    expect(seen).toBeGreaterThan(1);
  });

  test("writes nothing", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    await submit(service, tournament, [{ handle: "ann", score: 5 }]);
    const versions = async () => {
      const { rows } = await service.admin.query<{ versions: string }>(
        `SELECT concat_ws(' ', (SELECT xmin FROM entry.registration WHERE tournament_id = $1),
           (SELECT xmin FROM entry.board WHERE tournament_id = $1),
           (SELECT string_agg(xmin::text, ' ') FROM entry.entry WHERE tournament_id = $1),
           (SELECT string_agg(xmin::text, ' ') FROM entry.standing WHERE tournament_id = $1)) AS versions`,
        [tournament.tournamentId],
      );
      return rows[0]?.versions;
    };
    const before = await versions();
    expect(rankedOf(await preview(tournament))).toEqual([["ann", 1]]);
    expect(await versions()).toBe(before);
    expect((await service.join(tournament, "cid")).handle).toBe("cid");
  });

  test("is told by the clock of its environment, also before the first join", async () => {
    for (const isJoined of [false, true]) {
      const tournament = service.newTournament({ endTime: inHours(8) });
      service.tournaments.known.get(tournament.tournamentId)!.message.test = true;
      const { gameId } = tournament;
      await service.entry.advanceEntryClock({ gameId, aheadMs: BigInt(5 * HOUR_MS) });
      if (isJoined) await service.join(tournament, "ann");
      const { asOf } = await preview(tournament);
      const ahead = asOf ? timestampDate(asOf).getTime() - Date.now() : 0;
      expect(Math.round(ahead / HOUR_MS)).toBe(5);
    }
  });

  test("of another game's tournament finds none, and refuses pages of others", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { noScore: "in" });
    const other = await scoredTournament(service, ["ann"], { noScore: "in" });
    const foreign = { ...tournament, gameId: newId() };
    expect(await refusal(preview(foreign))).toBe("TOURNAMENT_NOT_FOUND");
    const { standings } = await preview(tournament, { pageSize: 1 });
    const pageToken = standings?.nextPageToken ?? "";
    expect(pageToken).not.toBe("");
    expect(await refusal(preview(other, { pageToken }))).toBe("INVALID_PAGE_TOKEN");
  });
});
