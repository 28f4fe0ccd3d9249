import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const keyOf = (tournamentId: string) => ({ gameId, tournamentId });

async function published(): Promise<string> {
  return (await service.publish(gameId)).id;
}

async function due(): Promise<string> {
  const id = await published();
  await service.shift(id, "-2 hours");
  return id;
}

const begin = async (...ids: string[]) =>
  (await service.client.batchBeginSettlement({ tournaments: ids.map(keyOf) })).tournamentIds;
const finish = async (winners: Record<string, string[]>) => {
  const ends = Object.entries(winners).map(([id, winnerGamerIds]) => ({
    tournament: keyOf(id),
    winnerGamerIds,
  }));
  return (await service.client.batchFinishSettlement({ ends })).tournamentIds;
};
const get = async (tournamentId: string) =>
  (await service.client.getTournament(keyOf(tournamentId))).tournament ?? expect.fail();

describe("BatchBeginSettlement", () => {
  test("begins those that are due, and repeats what began; the others stay as they are", async () => {
    const [first, second, early, cancelled] = [
      await due(),
      await due(),
      await published(),
      await published(),
    ];
    await service.client.cancelTournament({ requestId: newId(), ...keyOf(cancelled) });
    await begin(first);
    expect((await begin(second, first, early, cancelled)).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    const statuses = await Promise.all(
      [first, second, early, cancelled].map(async (id) => (await get(id)).status),
    );
    expect(statuses).toEqual([
      Status.SETTLING,
      Status.SETTLING,
      Status.PUBLISHED,
      Status.CANCELLED,
    ]);
  });

  test("leaves those with ranks of their game to a call that tells them", async () => {
    const id = await published();
    const finalRanks = [{ handle: "ada", rank: 1 }];
    await service.client.completeTournament({ requestId: newId(), ...keyOf(id), finalRanks });
    expect(await begin(id)).toEqual([]);
    const begun = await service.client.beginSettlement({ requestId: newId(), ...keyOf(id) });
    expect(begun.finalRanks).toMatchObject(finalRanks);
  });
});

describe("BatchFinishSettlement", () => {
  test("completes each with winners of its own", async () => {
    const [sole, shared, none] = [await due(), await due(), await due()];
    await begin(sole, shared, none);
    const [ada, bob, cyd] = [newId(), newId(), newId()];
    const done = await finish({ [sole]: [ada], [shared]: [bob, cyd], [none]: [] });
    expect(done.toSorted()).toEqual([sole, shared, none].toSorted());
    expect(await get(sole)).toMatchObject({ status: Status.COMPLETED, winnerGamerId: ada });
    expect((await get(shared)).winnerGamerIds).toEqual([bob, cyd].toSorted());
    expect((await get(shared)).winnerGamerId).toBeUndefined();
    expect(await get(none)).toMatchObject({ status: Status.COMPLETED, winnerGamerIds: [] });
  });

  test("repeated changes no winner, and leaves out what is not settling", async () => {
    const [id, early] = [await due(), await published()];
    await begin(id);
    const ada = newId();
    await finish({ [id]: [ada] });
    expect(await finish({ [id]: [newId()], [early]: [ada] })).toEqual([id]);
    expect((await get(id)).winnerGamerIds).toEqual([ada]);
    expect((await get(early)).status).toBe(Status.PUBLISHED);
  });
});
