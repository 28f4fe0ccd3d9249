import { afterAll, beforeAll, expect, test } from "vitest";
import { batchBytes } from "@tms/kit/events/batch";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { lifeOf, startEvents, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const newGame = () => service.games.add().game.id;
const send = async (...events: Event[]) =>
  (await service.client.recordEvents({ events: batchBytes(events) })).waitingIds;
const typesOf = async (gameId: string) =>
  (await service.client.listEvents({ gameId })).events.map(({ type }) => type);

test("entries and scores wait for the publication of their tournament", async () => {
  const gameId = newGame();
  const life = lifeOf(gameId);
  const [first, second] = [life.joined(), life.scored(1)];
  expect(await send(first, second)).toEqual([first.id, second.id]);
  expect(await send(life.published())).toEqual([]);
  expect(await send(first, second)).toEqual([]);
  expect(await typesOf(gameId)).toEqual(["tournament.published", "entry.joined", "score.recorded"]);
});

test("a plan waits for the end, and with it the payouts; the completion waits for the last", async () => {
  const gameId = newGame();
  const life = lifeOf(gameId);
  const [planned, one, two] = [life.planned(2), life.paid(1), life.paid(2)];
  const completed = life.completed();
  expect(await send(planned, one)).toEqual([planned.id, one.id]);
  expect(await send(life.published(), life.settling(), completed)).toEqual([completed.id]);
  expect(await send(planned, one)).toEqual([]);
  expect(await send(completed)).toEqual([completed.id]);
  // A repeat of a payout does not count as another.
  expect(await send(one)).toEqual([]);
  expect(await send(completed)).toEqual([completed.id]);
  expect(await send(two)).toEqual([]);
  expect(await send(completed)).toEqual([]);
  expect(await typesOf(gameId)).toEqual([
    "tournament.published",
    "tournament.settling",
    "settlement.planned",
    "payout.paid",
    "payout.paid",
    "tournament.completed",
  ]);
});

test("a final ranking waits for the end, and holds up no plan", async () => {
  const gameId = newGame();
  const life = lifeOf(gameId);
  const frozen = life.frozen();
  expect(await send(life.published(), frozen)).toEqual([frozen.id]);
  expect(await send(life.settling(), life.planned(0), frozen)).toEqual([]);
  const { events } = await service.client.listEvents({ gameId });
  expect(events.map(({ type }) => type)).toEqual([
    "tournament.published",
    "tournament.settling",
    "settlement.planned",
    "ranking.frozen",
  ]);
  expect(JSON.parse(events.at(-1)?.body ?? "")).toMatchObject({
    data: { ranking: { tournament: events[0]?.tournamentId, version: 1 } },
  });
});

test("an event that waits holds up nothing but its own tournament", async () => {
  const gameId = newGame();
  const [early, other] = [lifeOf(gameId), lifeOf(gameId)];
  const waiting = early.joined();
  expect(await send(waiting, other.published(), other.joined())).toEqual([waiting.id]);
  expect(await typesOf(gameId)).toEqual(["tournament.published", "entry.joined"]);
});

test("an event that has waited long enough goes in without its cause, and lets others follow", async () => {
  const gameId = newGame();
  const life = lifeOf(gameId);
  const [first, second] = [life.joined(), life.joined()];
  expect(await send(first, second)).toHaveLength(2);
  const answer = await service.client.recordEvents({
    events: batchBytes([first, second]),
    overdueIds: [first.id],
  });
  expect(answer.waitingIds).toEqual([]);
  expect(await typesOf(gameId)).toEqual(["entry.joined", "entry.joined"]);
});
