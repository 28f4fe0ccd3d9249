import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { startEvents, type EventsUnderTest } from "./service.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const sequencesOf = ({ events }: { events: readonly { sequence: bigint }[] }) =>
  events.map(({ sequence }) => Number(sequence));

describe("of a long log one answer looks through a part", () => {
  // Every other event is about one tournament, and the others are audited; the first and the last but one
  // are both, of types of their own. The last one is the only one about another tournament.
  const [tournamentId, rare] = [newId(), newId()];
  const LAST = 25_002;
  let gameId: string;
  beforeAll(async () => {
    gameId = service.games.add().game.id;
    await service.admin.query(
      `INSERT INTO events.event (game_id, sequence, id, type, tournament_id, body, audited)
       SELECT $1, n, gen_random_uuid(),
         CASE n WHEN 1 THEN 'tournament.created' WHEN $4 - 1 THEN 'payout.paid' WHEN $4 THEN 'payout.paid'
           ELSE 'entry.joined' END,
         CASE WHEN n = $4 THEN $3::uuid WHEN n % 2 = 1 THEN $2::uuid END, '{}',
         n IN (1, $4 - 1) OR (n % 2 = 0 AND n < $4)
       FROM generate_series(1, $4::int) AS n`,
      [gameId, tournamentId, rare, LAST],
    );
    await service.admin.query(
      `INSERT INTO events.event_head (game_id, last_sequence) VALUES ($1, $2)`,
      [gameId, LAST],
    );
  });

  test.each([
    ["types and a tournament", { types: ["payout.paid"], tournamentId }],
    ["kinds of types and a tournament", { types: ["payout.*"], tournamentId }],
    ["types and what is audited", { types: ["payout.paid"], audited: true }],
    ["a tournament and what is audited", { tournamentId, audited: true, afterSequence: 1n }],
  ])("by %s, and says where to go on", async (_, filter) => {
    const first = await service.client.listEvents({ gameId, ...filter });
    expect(first.events).toEqual([]);
    expect(first.nextAfter).toBeGreaterThanOrEqual(10_000n);
    expect(first.nextAfter).toBeLessThan(LAST - 1);
    const rest = { gameId, ...filter, afterSequence: first.nextAfter, limit: 1 };
    expect(sequencesOf(await service.client.listEvents(rest))).toEqual([LAST - 1]);
  });

  test.each([
    ["types and a tournament", { types: ["tournament.*"], tournamentId }],
    ["types and what is audited", { types: ["tournament.created"], audited: true }],
    [
      "a tournament and what is audited",
      { tournamentId, audited: true, beforeSequence: BigInt(LAST - 1) },
    ],
  ])("by %s, also from its end", async (_, filter) => {
    const backwards = { gameId, ...filter, newestFirst: true };
    const first = await service.client.listEvents(backwards);
    expect(first.events).toEqual([]);
    expect(first.nextBefore).toBeGreaterThan(1n);
    expect(first.nextBefore).toBeLessThanOrEqual(LAST - 10_000);
    const rest = { ...backwards, beforeSequence: first.nextBefore };
    const last = await service.client.listEvents(rest);
    expect([sequencesOf(last), last.nextBefore]).toEqual([[1], 0n]);
  });

  test("and of a tournament all, wherever its few events stand", async () => {
    const about = { gameId, tournamentId: rare, types: ["payout.*"] };
    expect(sequencesOf(await service.client.listEvents(about))).toEqual([LAST]);
    const first = { gameId, tournamentId, audited: true, limit: 1 };
    expect(sequencesOf(await service.client.listEvents(first))).toEqual([1]);
  });
});
