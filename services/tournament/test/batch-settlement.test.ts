import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getTournament, startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const keyOf = (tournamentId: string) => ({ gameId, tournamentId });
const get = (tournamentId: string) => getTournament(service.client, keyOf(tournamentId));
const published = async () => (await service.publish(gameId)).id;

async function due(): Promise<string> {
  const id = await published();
  await service.shift(id, "-2 hours");
  return id;
}

async function cancelled(): Promise<string> {
  const id = await published();
  await service.client.cancelTournament({ requestId: newId(), ...keyOf(id) });
  return id;
}

async function ranked(finalRanks: { handle: string; rank: number }[]): Promise<string> {
  const id = await published();
  await service.client.completeTournament({ requestId: newId(), ...keyOf(id), finalRanks });
  return id;
}

const begin = async (...ids: string[]) => {
  const responses = service.client.batchBeginSettlement({ tournaments: ids.map(keyOf) });
  return await Array.fromAsync(responses, ({ outcomes }) => outcomes);
};
const finish = async (...winners: [id: string, gamerIds: string[]][]) => {
  const ends = winners.map(([id, winnerGamerIds]) => ({ tournament: keyOf(id), winnerGamerIds }));
  const { outcomes } = await service.client.batchFinishSettlement({ ends });
  return outcomes.map(({ outcome }) => outcome);
};
const refused = (reason: string) => ({ case: "refused", value: { reason } });
const statusOf = async (id: string) => (await get(id)).status;

describe("BatchBeginSettlement", () => {
  test("begins those that are due, whatever the others are like", async () => {
    const ids = [await due(), await published(), newId(), await cancelled(), await due()];
    const outcomes = (await begin(...ids)).flat();
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject([
      { case: "begun" },
      refused("UNAVAILABLE"),
      refused("TOURNAMENT_NOT_FOUND"),
      refused("TOURNAMENT_NOT_PUBLISHED"),
      { case: "begun" },
    ]);
    const [first = "", early = "", , off = "", last = ""] = ids;
    const statuses = await Promise.all([first, early, off, last].map(statusOf));
    expect(statuses).toEqual([
      Status.SETTLING,
      Status.PUBLISHED,
      Status.CANCELLED,
      Status.SETTLING,
    ]);
  });

  test("tells each the ranks that its game gave", async () => {
    const finalRanks = [{ handle: "ada", rank: 1 }];
    const ids = [await due(), await ranked(finalRanks), await ranked([])];
    const outcomes = (await begin(...ids)).flat();
    expect(outcomes.map(({ outcome }) => outcome.value)).toMatchObject([
      { finalRanks: [] },
      { finalRanks },
      { finalRanks: [] },
    ]);
  });

  test("tells very many ranks in messages that hold them", async () => {
    // Each of these handles takes 256 bytes.
    const name = "\u{1f3c6}".repeat(58);
    const ranks = Array.from({ length: 10_000 }, (_, n) => ({
      handle: `${name}${String(n).padStart(6, "0")}`,
      rank: n + 1,
    }));
    const ids = [await ranked(ranks), await ranked(ranks), await due()];
    const messages = await begin(...ids);
    expect(messages.map((outcomes) => outcomes.map(({ index }) => index))).toEqual([[0], [1, 2]]);
    for (const { outcome, index } of messages.flat()) {
      const begun = outcome.case === "begun" ? outcome.value : expect.fail();
      expect(begun.finalRanks).toHaveLength(index < 2 ? 10_000 : 0);
    }
  });

  test("raced in any order begins each once, and waits for nobody for ever", async () => {
    const ids = [await due(), await due(), await due()];
    const races = await Promise.all([begin(...ids), begin(...ids.toReversed()), begin(...ids)]);
    const cases = races.flat(2).map(({ outcome }) => outcome.case);
    expect(new Set(cases)).toEqual(new Set(["begun"]));
  });
});

describe("BatchFinishSettlement", () => {
  test("completes each with winners of its own", async () => {
    const [sole, shared, none] = [await due(), await due(), await due()];
    await begin(sole, shared, none);
    const [ada, bob, cyd] = [newId(), newId(), newId()];
    const outcomes = await finish([sole, [ada]], [shared, [bob, cyd]], [none, []]);
    expect(outcomes.map((outcome) => outcome.case)).toEqual(Array(3).fill("completed"));
    expect(await get(sole)).toMatchObject({ status: Status.COMPLETED, winnerGamerId: ada });
    expect((await get(shared)).winnerGamerIds).toEqual([bob, cyd].toSorted());
    expect((await get(shared)).winnerGamerId).toBeUndefined();
    expect(await get(none)).toMatchObject({ status: Status.COMPLETED, winnerGamerIds: [] });
  });

  test("refuses what is not settling beside others, and repeated changes no winner", async () => {
    const [id, early] = [await due(), await published()];
    await begin(id);
    const ada = newId();
    await finish([id, [ada]]);
    const outcomes = await finish([early, [ada]], [id, [newId()]], [newId(), []]);
    expect(outcomes).toMatchObject([
      refused("TOURNAMENT_NOT_PUBLISHED"),
      { case: "completed" },
      refused("TOURNAMENT_NOT_FOUND"),
    ]);
    expect((await get(id)).winnerGamerIds).toEqual([ada]);
    expect(await statusOf(early)).toBe(Status.PUBLISHED);
  });
});
