import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { lifeOf, startEvents, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const newGame = () => service.games.add().game.id;
const send = async (...events: Event[]) =>
  (await service.client.recordEvents({ events })).waitingIds;
const typesOf = async (gameId: string) =>
  (await service.client.listEvents({ gameId })).events.map(({ type }) => type);

test("entries wait for the publication of their tournament", async () => {
  const gameId = newGame();
  const life = lifeOf(gameId);
  const [first, second] = [life.joined(), life.joined()];
  expect(await send(first, second)).toEqual([first.id, second.id]);
  expect(await send(life.published())).toEqual([]);
  expect(await send(first, second)).toEqual([]);
  expect(await typesOf(gameId)).toEqual(["tournament.published", "entry.joined", "entry.joined"]);
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
    events: [first, second],
    overdueIds: [first.id],
  });
  expect(answer.waitingIds).toEqual([]);
  expect(await typesOf(gameId)).toEqual(["entry.joined", "entry.joined"]);
});
