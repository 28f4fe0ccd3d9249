import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { batchBytes } from "@tms/kit/events/batch";
import { newId } from "@tms/kit/values/ids";
import { eventIn, lifeOf, startEvents, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const newGame = () => service.games.add().game.id;
const created = (gameId: string) => lifeOf(gameId).created();

async function logOf(gameId: string): Promise<{ sequence: number; id: string }[]> {
  const { rows } = await service.admin.query<{ sequence: number; id: string }>(
    `SELECT sequence::int, id FROM events.event WHERE game_id = $1 ORDER BY sequence`,
    [gameId],
  );
  return rows;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("a log", () => {
  test("counts 1, 2, 3 in each environment by itself", async () => {
    const [one, other] = [newGame(), newGame()];
    const events = [created(one), created(other), created(one), created(one)];
    await service.client.recordEvents({ events: batchBytes(events) });
    expect((await logOf(one)).map(({ id }) => id)).toEqual(
      [0, 2, 3].map((index) => events[index]?.id),
    );
    expect((await logOf(one)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await logOf(other)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  test("has each event once and no gap, when eight publishers send the same events", async () => {
    const [gameId, elsewhere] = [newGame(), newGame()];
    const replicas = [service, await service.another()];
    const batches = Array.from({ length: 12 }, () => [
      ...Array.from({ length: 25 }, () => created(gameId)),
      created(elsewhere),
    ]);
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const { client } = replicas[index % 2] ?? service;
        for (const events of batches) await client.recordEvents({ events: batchBytes(events) });
      }),
    );
    await replicas[1]?.stop();
    const log = await logOf(gameId);
    expect(log.map(({ sequence }) => sequence)).toEqual(upTo(300));
    // Each of them sends in this order, so whoever is first leaves them in it.
    expect(log.map(({ id }) => id)).toEqual(
      batches.flatMap((events) =>
        events.filter((one) => one.gameId === gameId).map(({ id }) => id),
      ),
    );
    expect((await logOf(elsewhere)).map(({ sequence }) => sequence)).toEqual(upTo(12));
  });

  test("does not change when a batch comes again, also with an event more", async () => {
    const gameId = newGame();
    const events = [created(gameId), created(gameId)];
    await service.client.recordEvents({ events: batchBytes(events) });
    const before = await logOf(gameId);
    await service.client.recordEvents({ events: batchBytes(events) });
    expect(await logOf(gameId)).toEqual(before);
    const another = created(gameId);
    await service.client.recordEvents({ events: batchBytes([...events, another, another]) });
    expect(await logOf(gameId)).toEqual([...before, { sequence: 3, id: another.id }]);
  });

  test("refuses alone an event that tells of nothing known, or lacks what changed", async () => {
    const gameId = newGame();
    const empty = { ...created(gameId), change: { case: undefined } as const };
    const without = eventIn(gameId, { case: "entryEliminated", value: {} });
    const nameless = { ...created(gameId), id: "x" };
    const fine = created(gameId);
    const answer = await service.client.recordEvents({
      events: batchBytes([empty, without, nameless, fine]),
    });
    expect(answer.refusedIds.toSorted()).toEqual([empty.id, without.id, "x"].toSorted());
    expect((await logOf(gameId)).map(({ id }) => id)).toEqual([fine.id]);
  });

  test("refuses what is no batch of events", async () => {
    const call = service.client.recordEvents({ events: Buffer.from("no batch") });
    await expect(call).rejects.toMatchObject({ reason: "INVALID_ARGUMENT" });
  });

  test("takes no event of an environment that is none, and keeps nobody from going on", async () => {
    const answer = await service.client.recordEvents({ events: batchBytes([created(newId())]) });
    expect(answer).toMatchObject({ waitingIds: [], refusedIds: [] });
  });

  test("takes nothing in while nobody knows what an environment counts in", async () => {
    const gameId = newGame();
    service.games.away = true;
    const events = [created(gameId)];
    await expect(service.client.recordEvents({ events: batchBytes(events) })).rejects.toMatchObject(
      {
        reason: "UNAVAILABLE",
      },
    );
    service.games.away = false;
    await service.client.recordEvents({ events: batchBytes(events) });
    expect(await logOf(gameId)).toHaveLength(1);
  });
});
