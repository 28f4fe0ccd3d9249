import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { scoredTournament, submit } from "./scores.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());
beforeEach(async () => {
  await published();
  service.events.recorded = [];
});

const published = async () => {
  while (await service.context.publisher.runOnce());
};

/** What the log was told of scores. */
async function told(): Promise<Event[]> {
  await published();
  return service.events.recorded.filter(({ change }) => change.case?.startsWith("score"));
}

const recordedIn = (events: readonly Event[]) =>
  events.flatMap(({ change }) => (change.case === "scoreRecorded" ? change.value : []));

const rowsStaged = async () =>
  (await service.admin.query(`SELECT FROM entry.event_out`)).rows.length;

describe("scores that are recorded together", () => {
  test("are told of once, with what each gamer's come to after the last of them", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob"], { operator: "sum" });
    await published();
    const outcomes = await submit(service, tournament, [
      { handle: "ann", score: 5, attempt: "one" },
      { handle: "bob", score: 9, attempt: "one" },
      { handle: "ann", score: 2, attempt: "two" },
    ]);
    expect(await rowsStaged()).toBe(1);
    const [recorded, ...others] = recordedIn(await told());
    expect(others).toEqual([]);
    expect(recorded).toMatchObject({
      tournamentId: tournament.tournamentId,
      firstSequence: 1n,
      lastSequence: 3n,
      attempts: 3,
      gamerCount: 2,
    });
    const standings = outcomes.map(
      ({ outcome }) => (outcome.value as { standing: object }).standing,
    );
    expect(recorded?.gamers).toMatchObject([
      { handle: "ann", standing: standings[2] },
      { handle: "bob", standing: standings[1] },
    ]);
  });

  test("are told of tournament by tournament and caller by caller, in one row", async () => {
    const one = await scoredTournament(service, ["ann", "bob"]);
    const { gameId } = one;
    const other = service.newTournament({ gameId, scoring: scoringMessage({}) });
    await service.joinAll(other, ["ann"]);
    await published();
    const [key, another] = [`api_key:${newId()}`, `api_key:${newId()}`];
    await submit(service, one, [
      { handle: "ann", score: 1, origin: { actor: key, requestId: "abc" } },
      { handle: "bob", score: 2, origin: { actor: another, requestId: "abd" } },
      { handle: "ann", score: 3, origin: { actor: key, requestId: "abe" } },
      { handle: "ann", score: 4, ...other, origin: { actor: key, requestId: "abf" } },
    ]);
    expect(await rowsStaged()).toBe(1);
    const events = await told();
    expect(events.map(({ origin }) => [origin?.actor, origin?.requestId])).toEqual([
      // Of several requests none is named.
      [key, ""],
      [another, "abd"],
      [key, "abf"],
    ]);
    expect(
      recordedIn(events).map(({ tournamentId, attempts, firstSequence, lastSequence }) => [
        tournamentId,
        attempts,
        firstSequence,
        lastSequence,
      ]),
    ).toEqual([
      [one.tournamentId, 2, 1n, 3n],
      [one.tournamentId, 1, 2n, 2n],
      [other.tournamentId, 1, 1n, 1n],
    ]);
  });

  test("name fifty gamers, and count all", async () => {
    const handles = Array.from({ length: 60 }, (_, index) => `gamer ${index}`);
    const tournament = await scoredTournament(service, handles);
    await submit(
      service,
      tournament,
      handles.map((handle) => ({ handle, score: 1 })),
    );
    const [recorded] = recordedIn(await told());
    expect([recorded?.attempts, recorded?.gamerCount]).toEqual([60, 60]);
    expect(recorded?.gamers.map(({ handle }) => handle)).toEqual(handles.slice(0, 50));
  });

  test("are told of no more when they come again, and not when they are refused", async () => {
    const tournament = await scoredTournament(service, ["ann"], { max: 10 });
    const score = { handle: "ann", score: 5, attempt: "one" };
    await submit(service, tournament, [score]);
    await submit(service, tournament, [score, { ...score, attempt: "two", score: 11 }]);
    expect(recordedIn(await told())).toHaveLength(1);
  });
});

test("a score that waits for a review is told of by itself, as it was answered", async () => {
  const tournament = await scoredTournament(service, ["ann"], { reviewFrom: 100 });
  const outcomes = await submit(service, tournament, [
    { handle: "ann", score: 5, attempt: "one" },
    { handle: "ann", score: 100, attempt: "two", metadata: '{"map":"dust"}' },
  ]);
  const events = await told();
  expect(events.map(({ change }) => change.case)).toEqual(["scoreRecorded", "scoreHeld"]);
  expect(events[1]?.change.value).toMatchObject({ score: outcomes[1]?.outcome.value });
  expect(recordedIn(events)[0]?.gamers).toMatchObject([
    { handle: "ann", standing: { score: 5n, attempts: 2 } },
  ]);
});
