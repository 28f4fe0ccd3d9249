import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";
import type { TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const read = async (tournament: TournamentKey, more: object = {}) => {
  const { standings, ...rest } = await service.entry.readLeaderboard({ ...tournament, ...more });
  return { ...rest, lines: standings.map(({ handle, rank }) => [handle, rank ?? null]) };
};

/** Everybody who is listed, page by page, and again on the way back. */
async function pages(tournament: TournamentKey, pageSize: number) {
  const there: unknown[] = [];
  let page = await read(tournament, { pageSize });
  expect(page.previousPageToken).toBe("");
  for (;;) {
    there.push(...page.lines);
    if (page.nextPageToken === "") break;
    page = await read(tournament, { pageSize, pageToken: page.nextPageToken });
  }
  const back = [...page.lines];
  while (page.previousPageToken !== "") {
    page = await read(tournament, { pageSize, pageToken: page.previousPageToken });
    back.unshift(...page.lines);
  }
  expect(back).toEqual(there);
  return there;
}

describe("a leaderboard", () => {
  test("lists everybody with a place once, whatever the pages cut apart", async () => {
    const names = handles(12);
    const tournament = await scoredTournament(service, [...names, "idle"]);
    await submit(
      service,
      tournament,
      names.map((handle, index) => ({
        handle,
        score: [5, 5, 5, 5, 5, 4, 4, 4, 9, 1, 1, 0][index] ?? 0,
      })),
    );
    await service.eliminate(tournament, "g8");
    await service.eliminate(tournament, "g11");
    const whole = [
      ["g0", 1],
      ["g1", 1],
      ["g2", 1],
      ["g3", 1],
      ["g4", 1],
      ["g5", 6],
      ["g6", 6],
      ["g7", 6],
      ["g9", 9],
      ["g10", 9],
      ["g11", 11],
      ["g8", 12],
    ];
    for (const pageSize of [1, 2, 3, 5, 50])
      expect(await pages(tournament, pageSize)).toEqual(whole);
    expect(await read(tournament)).toMatchObject({ entries: 13, listed: 12, asOfSequence: 12n });
    const around = { around: "g5", pageSize: 5 };
    expect((await read(tournament, around)).lines).toEqual(whole.slice(3, 8));
    expect((await read(tournament, { around: "g0", pageSize: 5 })).lines).toEqual(
      whole.slice(0, 3),
    );
  });

  test("goes on before and after what is around a gamer, and ends with one who has no place", async () => {
    const names = handles(9);
    const tournament = await scoredTournament(service, [...names, "idle"]);
    await submit(
      service,
      tournament,
      names.map((handle, index) => ({ handle, score: 100 - index })),
    );
    const middle = await read(tournament, { around: "g4", pageSize: 3 });
    expect(middle.lines).toEqual([
      ["g3", 4],
      ["g4", 5],
      ["g5", 6],
    ]);
    const { previousPageToken, nextPageToken } = middle;
    const before = await read(tournament, { pageSize: 2, pageToken: previousPageToken });
    expect(before.lines).toEqual([
      ["g1", 2],
      ["g2", 3],
    ]);
    const after = await read(tournament, { pageSize: 3, pageToken: nextPageToken });
    expect(after).toMatchObject({
      nextPageToken: "",
      lines: [
        ["g6", 7],
        ["g7", 8],
        ["g8", 9],
      ],
    });
    const end = await read(tournament, { around: "idle", pageSize: 3 });
    expect(end).toMatchObject({
      nextPageToken: "",
      lines: [
        ["g7", 8],
        ["g8", 9],
        ["idle", null],
      ],
    });
    expect(await read(tournament, { around: "idle", pageSize: 1 })).toMatchObject({
      lines: [["idle", null]],
    });
  });

  test("compares gamers by their ranks among all, and says who is missing", async () => {
    const tournament = await scoredTournament(service, [...handles(5), "idle", "out"]);
    const scores = [7, 9, 7, 5, 7];
    await submit(
      service,
      tournament,
      scores.map((score, index) => ({ handle: `g${index}`, score })),
    );
    await service.eliminate(tournament, "out");
    const asked = ["out", "idle", "g4", "zoe", "g1", "g0"];
    expect(await read(tournament, { handles: asked })).toMatchObject({
      lines: [
        ["g1", 1],
        ["g0", 2],
        ["g4", 2],
        ["out", 6],
        ["idle", null],
      ],
      missing: ["zoe"],
      asOfSequence: 5n,
    });
    const nobody = service.newTournament({ scoring: scoringMessage({}), status: Status.PENDING });
    expect(await read(nobody, { handles: ["g1"] })).toMatchObject({ lines: [], missing: ["g1"] });
  });

  test("tells the metadata of the attempts that made the scores to whoever asks", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"]);
    const told = async (more: object) =>
      (await service.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ metadata }) => metadata,
      );
    await submit(service, tournament, [
      { handle: "ann", score: 1, metadata: '{"car":"red"}' },
      { handle: "ann", score: 5, metadata: '{"car":"blue"}' },
      { handle: "ann", score: 5, metadata: '{"car":"late"}' },
      { handle: "bob", score: 2 },
    ]);
    expect(await told({ withMetadata: true })).toEqual(['{"car":"blue"}', ""]);
    expect(await told({})).toEqual(["", ""]);
  });

  test("shows gamers by their names of the moment, wherever it is read", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"]);
    await submit(service, tournament, [
      { handle: "ann", score: 2 },
      { handle: "bob", score: 1 },
    ]);
    const { gameId } = tournament;
    const rename = (handle: string, displayName: string) =>
      service.entry.updateGamer({ requestId: newId(), gameId, handle, patch: { displayName } });
    const shown = async (more: object = {}) =>
      (await service.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ handle, displayName }) => [handle, displayName],
      );
    await rename("ann", "Ann");
    await rename("cid", "Cid");
    const listed = [
      ["ann", "Ann"],
      ["bob", ""],
    ];
    expect(await shown()).toEqual(listed);
    expect(await shown({ around: "cid" })).toEqual([...listed, ["cid", "Cid"]]);
    expect(await shown({ handles: ["cid", "ann"] })).toEqual([
      ["ann", "Ann"],
      ["cid", "Cid"],
    ]);
    await rename("ann", "");
    expect(await shown({ pageSize: 1 })).toEqual([["ann", ""]]);
  });

  test("ranks the eliminated behind those without a score where these count", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"], { noScore: "in" });
    await submit(service, tournament, [{ handle: "ann", score: 1 }]);
    await service.eliminate(tournament, "bob");
    expect((await read(tournament)).lines).toEqual([
      ["ann", 1],
      ["bob", 3],
    ]);
  });

  test("shows the disqualified to whoever asks for them, without a rank", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"], { noScore: "in" });
    await submit(service, tournament, [
      { handle: "ann", score: 2 },
      { handle: "bob", score: 1 },
    ]);
    await service.eliminate(tournament, "bob");
    await service.disqualify(tournament, "ann");
    const { IN, ELIMINATED, DISQUALIFIED } = EntryState;
    const told = async (more: object) =>
      (await service.entry.readLeaderboard({ ...tournament, ...more })).standings.map(
        ({ handle, rank, state }) => [handle, rank, state],
      );
    expect(await told({})).toEqual([["bob", 2, ELIMINATED]]);
    expect(await told({ handles: ["ann", "bob", "cid"] })).toEqual([
      ["bob", 2, ELIMINATED],
      ["ann", undefined, DISQUALIFIED],
      ["cid", undefined, IN],
    ]);
    expect(await told({ around: "ann", pageSize: 3 })).toEqual([
      ["bob", 2, ELIMINATED],
      ["ann", undefined, DISQUALIFIED],
    ]);
  });

  test("is empty before the first join, and there is none without scoring", async () => {
    const scoring = scoringMessage({});
    const pending = service.newTournament({ scoring, status: Status.PENDING });
    expect(await read(pending)).toMatchObject({ lines: [], entries: 0, listed: 0 });
    const plain = service.newTournament();
    expect(await refusal(read(plain))).toBe("SCORES_NOT_ENABLED");
    await service.join(plain, "ann");
    expect(await refusal(read(plain))).toBe("SCORES_NOT_ENABLED");
  });

  test("is shown to nobody else, and around nobody who is unknown or not entered", async () => {
    const tournament = await scoredTournament(service, ["ann"]);
    await service.join(service.newTournament({ gameId: tournament.gameId }), "bob");
    expect(await refusal(read(tournament, { around: "bob" }))).toBe("GAMER_NOT_ENTERED");
    expect(await refusal(read({ ...tournament, gameId: newId() }))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await refusal(read(tournament, { around: "zoe" }))).toBe("GAMER_NOT_FOUND");
    for (const more of [{ pageSize: 102 }, { pageToken: "x" }])
      expect(await refusal(read(tournament, { around: "ann", ...more }))).toBe("INVALID_ARGUMENT");
    expect(await refusal(read(tournament, { pageToken: "nonsense" }))).toBe("INVALID_PAGE_TOKEN");
    const others = { ...tournament, gameId: newId(), handles: ["ann"] };
    expect(await refusal(read(others))).toBe("TOURNAMENT_NOT_FOUND");
  });
});
