import { expect, test } from "vitest";
import type { Api } from "../harness/api.ts";
import type { EventBody } from "../harness/bodies.ts";
import { joined } from "../harness/gamers.ts";
import { created, published, reaches } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

/** Pulls a log in small pieces until an event of a type has come; waits where there is none. */
async function pulledUntil(api: Api, last: string): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let after = 0; !events.some(({ type }) => type === last);) {
    const answer = await api.get(`/event?after=${after}&limit=3&waitSeconds=20`);
    expect(answer.status).toBe(200);
    expect(answer.body.events).not.toEqual([]);
    events.push(...answer.body.events);
    after = answer.body.nextAfter;
  }
  return events;
}

test("whoever pulls while things happen misses nothing and gets nothing twice", async () => {
  const api = await newGame();
  const pulling = pulledUntil(api, "tournament.completed");
  const path = await published(api, { entryFee: 1 });
  await joined(api, path, ...Array.from({ length: 10 }, (_, index) => `gamer-${index}`));
  await api.patch(`${path}/complete`);
  await reaches(api, path, "completed");
  const events = await pulling;
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === "entry.joined")).toHaveLength(10);
  const { body } = await api.get("/event?limit=1000");
  expect(body.events.slice(0, events.length)).toEqual(events);
});

test("a caller who waits is answered soon after the change", async () => {
  const api = await newGame();
  const { nextAfter } = (await api.get("/event")).body;
  const waiting = (types: string, waitSeconds: number) =>
    api.get(`/event?after=${nextAfter}&types=${types}&waitSeconds=${waitSeconds}`);
  const told = waiting("tournament.*", 20);
  // Who waits for something else is answered when the wait is over.
  const untold = waiting("tournament.cancelled", 5);
  await created(api);
  const first = await Promise.race([told, untold]);
  const { events } = first.body;
  expect(events.map(({ type }) => type)).toEqual(["tournament.created"]);
  expect((await untold).body.events).toEqual([]);
  const { event } = (await api.get(`/event/${events[0]?.id}`)).body;
  expect(event).toEqual(events[0]);
  // Callers are named by what they are, and events tell by which request.
  expect(event.actor.type).toBe("api_key");
  expect(event.requestId).not.toBeNull();
});
