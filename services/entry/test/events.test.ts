import { newId } from "@tms/kit/values/ids";
import type { Event } from "@tms/proto/tms/event/v1/event";
import {
  deposit,
  disqualify,
  eliminate,
  joinAll,
  listSentEvents,
  publishTournament,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  finish,
  handles,
  joinOutcomes,
  makeDue,
  publishWalletTournament,
  record,
  recover,
  review,
  scoredTournament,
  submit,
  tournamentOf,
} from "./actions.ts";

const PAID = { entryFeeMinorUnits: 5n };

/** Returns the sent events of a game's entries, scores and rankings; none of its tournaments. */
const listEntryEvents = async (world: World, { gameId }: TournamentKey): Promise<Event[]> =>
  (await listSentEvents(world, gameId)).filter(({ change }) =>
    /^(entry|score|ranking)/.test(change.case ?? ""),
  );

/** Returns the entry events that some work makes, and the number of rows that it stages. */
async function eventsDuring(world: World, tournament: TournamentKey, work: () => Promise<unknown>) {
  const countStaged = async () =>
    (await world.admin.query("SELECT FROM entry.event_out")).rows.length;
  const sent = (await listEntryEvents(world, tournament)).length;
  // Some wait for an event of another service.
  const waiting = await countStaged();
  await work();
  const staged = (await countStaged()) - waiting;
  return { staged, events: (await listEntryEvents(world, tournament)).slice(sent) };
}

describe("the event of an entry", () => {
  test("is sent once for each join, as it is answered, with its actor", async ({ world }) => {
    const tournament = await publishWalletTournament(world, PAID);
    const { gameId } = tournament;
    const { gamer } = await world.entry.createGamer({ requestId: newId(), gameId, handle: "ann" });
    await deposit(world, gameId, gamer?.id ?? "", 5n);
    const origin = { actor: `api_key:${newId()}`, requestId: "abc" };
    const [answer, refused] = await joinOutcomes(
      world,
      ["ann", "poor"].map((handle) => ({ ...tournament, requestId: newId(), handle, origin })),
    );
    expect(refused?.outcome.case).toBe("refused");
    expect(await listEntryEvents(world, tournament)).toMatchObject([
      { origin, change: { case: "entryJoined", value: { entry: answer?.outcome.value } } },
    ]);
  });

  test("is staged in few rows for a batch of joins", async ({ world }) => {
    const tournament = await publishTournament(world);
    const { events, staged } = await eventsDuring(world, tournament, () =>
      joinAll(world, tournament, handles(30)),
    );
    expect(staged).toBeLessThanOrEqual(3);
    const entered = events.flatMap(({ change }) =>
      change.case === "entryJoined" ? (change.value.entry?.handle ?? []) : [],
    );
    expect(entered.toSorted()).toEqual(handles(30).toSorted());
  });

  test("is sent once with the caller's actor if recovery finishes the join", async ({ world }) => {
    const tournament = await publishTournament(world, PAID);
    const origin = { actor: `user:${newId()}`, requestId: "abc" };
    const request = { ...tournament, requestId: newId(), handle: "ann", origin };
    {
      using _outage = world.fail("CollectFees");
      await joinOutcomes(world, [request]);
      expect(await listEntryEvents(world, tournament)).toEqual([]);
    }
    await makeDue(world, tournament);
    await recover(world);
    await joinOutcomes(world, [request]);
    expect(await listEntryEvents(world, tournament)).toMatchObject([
      { origin, change: { case: "entryJoined", value: { entry: { handle: "ann" } } } },
    ]);
  });

  test("is sent for each elimination, disqualification and reinstatement", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob", "cyd");
    const expected: object[] = [];
    const { events } = await eventsDuring(world, tournament, async () => {
      const out = await eliminate(world, tournament, "ann", "bob");
      const gone = await disqualify(world, tournament, "bob", "cyd");
      const back = await reinstate(world, tournament, "cyd");
      expected.push(
        ...out.map((entry) => ({ case: "entryEliminated", value: { entry } })),
        ...gone.map((entry) => ({
          case: "entryDisqualified",
          value: { entry, reason: "a cheat" },
        })),
        ...back.map((entry) => ({ case: "entryReinstated", value: { entry, reason: "no cheat" } })),
      );
    });
    expect(events.map(({ change }) => change)).toMatchObject(expected);
  });

  test("is sent once for a ranking, however often it is frozen", async ({ world }) => {
    for (const tournament of [
      await tournamentOf(world, "ann", "bob"),
      await scoredTournament(world, ["ann"]),
    ]) {
      const { events } = await eventsDuring(world, tournament, async () => {
        await finish(world, tournament);
        await finish(world, tournament);
      });
      const { gameId, tournamentId } = tournament;
      expect(events).toMatchObject([
        { gameId, change: { case: "rankingFrozen", value: { tournamentId, version: 1 } } },
      ]);
    }
  });
});

describe("the event of scores", () => {
  const toRecorded = (events: readonly Event[]) =>
    events.flatMap(({ change }) => (change.case === "scoreRecorded" ? change.value : []));

  test("is one for a batch, with each standing after the last attempt", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob"], { operator: "sum" });
    const standings: unknown[] = [];
    const { events, staged } = await eventsDuring(world, tournament, async () => {
      const outcomes = await submit(world, tournament, [
        { handle: "ann", score: 5, attempt: "one" },
        { handle: "bob", score: 9, attempt: "one" },
        { handle: "ann", score: 2, attempt: "two" },
      ]);
      standings.push(
        ...outcomes.map(({ outcome }) =>
          outcome.case === "score" ? outcome.value.standing : undefined,
        ),
      );
    });
    expect(staged).toBe(1);
    expect(toRecorded(events)).toMatchObject([
      {
        tournamentId: tournament.tournamentId,
        firstSequence: 1n,
        lastSequence: 3n,
        attempts: 3,
        gamerCount: 2,
        gamers: [
          { handle: "ann", standing: standings[2] },
          { handle: "bob", standing: standings[1] },
        ],
      },
    ]);
  });

  test("is one for each tournament and actor, in one row", async ({ world }) => {
    const one = await scoredTournament(world, ["ann", "bob"]);
    const { gameId } = one;
    const other = await scoredTournament(world, ["ann"], {}, { gameId });
    const [key, another] = [`api_key:${newId()}`, `api_key:${newId()}`];
    const { events, staged } = await eventsDuring(world, one, () =>
      submit(world, one, [
        { handle: "ann", score: 1, origin: { actor: key, requestId: "abc" } },
        { handle: "bob", score: 2, origin: { actor: another, requestId: "abd" } },
        { handle: "ann", score: 3, origin: { actor: key, requestId: "abe" } },
        { handle: "ann", score: 4, ...other, origin: { actor: key, requestId: "abf" } },
      ]),
    );
    expect(staged).toBe(1);
    expect(events.map(({ origin }) => [origin?.actor, origin?.requestId])).toEqual([
      // Of several requests none is named.
      [key, ""],
      [another, "abd"],
      [key, "abf"],
    ]);
    const { tournamentId } = one;
    expect(toRecorded(events)).toMatchObject([
      { tournamentId, attempts: 2, firstSequence: 1n, lastSequence: 3n },
      { tournamentId, attempts: 1, firstSequence: 2n, lastSequence: 2n },
      { tournamentId: other.tournamentId, attempts: 1, firstSequence: 1n, lastSequence: 1n },
    ]);
  });

  test("names fifty gamers, and counts all", async ({ world }) => {
    const names = handles(60);
    const tournament = await scoredTournament(world, names);
    await submit(
      world,
      tournament,
      names.map((handle) => ({ handle, score: 1 })),
    );
    const [recorded] = toRecorded(await listEntryEvents(world, tournament));
    expect(recorded).toMatchObject({ attempts: 60, gamerCount: 60 });
    expect(recorded?.gamers.map(({ handle }) => handle)).toEqual(names.slice(0, 50));
  });

  test("is not sent again for repeats, nor for refusals", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { max: 10 });
    const score = { handle: "ann", score: 5, attempt: "one" };
    await submit(world, tournament, [score]);
    await submit(world, tournament, [score, { ...score, attempt: "two", score: 11 }]);
    expect(toRecorded(await listEntryEvents(world, tournament))).toHaveLength(1);
  });

  test("is one of its own for a held score, and for each reviewed score", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann"], { reviewFrom: 100 });
    let score: unknown;
    const held = await eventsDuring(world, tournament, async () => {
      const outcomes = await submit(world, tournament, [
        { handle: "ann", score: 5, attempt: "one" },
        { handle: "ann", score: 100, attempt: "two", metadata: '{"map":"dust"}' },
      ]);
      score = outcomes[1]?.outcome.value;
    });
    expect(held.events.map(({ change }) => change)).toMatchObject([
      {
        case: "scoreRecorded",
        value: { gamers: [{ handle: "ann", standing: { score: 5n, attempts: 2 } }] },
      },
      { case: "scoreHeld", value: { score } },
    ]);
    const ids = await record(world, tournament, ["ann", 1], ["ann", 2]);
    const reviewed = await eventsDuring(world, tournament, () =>
      review(world, tournament, "void", ...ids),
    );
    expect(reviewed.events.map(({ change }) => change)).toMatchObject(
      ids.map((id) => ({
        case: "scoreReviewed",
        value: { score: { id, handle: "ann", decisions: [{ reason: "looked at it" }] } },
      })),
    );
  });
});
