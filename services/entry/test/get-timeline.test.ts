import { timestampMs } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  handles,
  refusal,
  startEntry,
  type EntryUnderTest,
  type TournamentKey,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const MINUTE_MS = 60_000;

/** A tournament that began so many minutes ago, with joins and exits at given minutes since. */
async function played(minutes: number, at: readonly { joined: number; out?: number }[]) {
  const tournament = service.newTournament({ entryFeeMinorUnits: 250n });
  const names = handles(at.length);
  await service.joinAll(tournament, names);
  const { tournamentId } = tournament;
  await service.admin.query(
    `UPDATE entry.registration SET created_at = now() - make_interval(mins => $2)
     WHERE tournament_id = $1`,
    [tournamentId, minutes],
  );
  for (const [index, { joined, out }] of at.entries())
    await service.admin.query(
      `UPDATE entry.entry SET joined_at = r.created_at + make_interval(secs => $3),
         eliminated_at = r.created_at + make_interval(secs => $4), exit_number = $5
       FROM entry.registration AS r, entry.gamer AS g
       WHERE r.tournament_id = $1 AND entry.tournament_id = $1 AND g.id = gamer_id AND g.handle = $2`,
      [tournamentId, names[index], joined * 60, out === undefined ? null : out * 60, out ?? null],
    );
  return tournament;
}

const ends = ({ tournamentId }: TournamentKey, minutesAgo: number) =>
  service.admin.query(
    `UPDATE entry.registration SET ends_at = now() - make_interval(mins => $2)
     WHERE tournament_id = $1`,
    [tournamentId, minutesAgo],
  );

const numbersOf = async (tournament: TournamentKey, buckets: number) =>
  (await service.entry.getTimeline({ ...tournament, buckets })).points.map((point) => [
    point.entries,
    point.eliminated,
    Number(point.prizePoolMinorUnits),
  ]);

/** As the last part ends. */
const latest = async (tournament: TournamentKey) =>
  (await service.entry.getTimeline({ ...tournament, buckets: 200 })).points.at(-1);

describe("a timeline", () => {
  test("tells entries, eliminations and pool as of the end of each part", async () => {
    const tournament = await played(100, [
      { joined: 1 },
      { joined: 2, out: 55 },
      { joined: 30, out: 55 },
      { joined: 70, out: 80 },
    ]);
    expect(await numbersOf(tournament, 4)).toEqual([
      [2, 0, 500],
      [3, 0, 750],
      [4, 2, 1_000],
      [4, 3, 1_000],
    ]);
  });

  test("ends at the tournament's end, and now while it runs", async () => {
    const tournament = await played(100, [{ joined: 1 }]);
    const lastOf = async () => {
      const { points } = await service.entry.getTimeline({ ...tournament, buckets: 7 });
      expect(points).toHaveLength(7);
      return timestampMs(points.at(-1)!.time!);
    };
    const isWithin = async (minutesAgo: number, change: () => Promise<unknown>) => {
      const from = Date.now();
      await change();
      const last = (await lastOf()) + minutesAgo * MINUTE_MS;
      return from <= last && last <= Date.now();
    };
    expect(await isWithin(0, async () => undefined)).toBe(true);
    expect(await isWithin(20, () => ends(tournament, 20))).toBe(true);
  });

  test("has points at equal distances, none of them after its last", async () => {
    const tournament = await played(100, [{ joined: 1 }]);
    await ends(tournament, 1);
    const { points } = await service.entry.getTimeline(tournament);
    expect(points).toHaveLength(60);
    const times = points.map(({ time }) => timestampMs(time!));
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...steps.slice(0, -1))).toBe(Math.min(...steps.slice(0, -1)));
    expect(steps.at(-1)).toBeLessThanOrEqual(steps[0] ?? 0);
    expect(steps.at(-1)).toBeGreaterThan(0);
  });

  test("leaves pending entries out", async () => {
    const tournament = await played(10, [{ joined: 1 }, { joined: 2 }]);
    await service.admin.query(
      `INSERT INTO entry.pending_join (tournament_id, entry_id)
       SELECT tournament_id, id FROM entry.entry WHERE tournament_id = $1 LIMIT 1`,
      [tournament.tournamentId],
    );
    expect((await numbersOf(tournament, 1)).at(-1)).toEqual([1, 0, 250]);
  });

  test("adds up to what the standings hold", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 100n });
    await service.joinAll(tournament, handles(9));
    await service.eliminate(tournament, "g1", "g2");
    expect((await numbersOf(tournament, 200)).at(-1)).toEqual([9, 2, 900]);
  });

  test("counts the disqualified apart from the eliminated, until they are reinstated", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, handles(5));
    await service.eliminate(tournament, "g1", "g2");
    await service.disqualify(tournament, "g2", "g3");
    expect(await latest(tournament)).toMatchObject({ entries: 5, eliminated: 1, disqualified: 2 });
    await service.reinstate(tournament, "g2");
    expect(await latest(tournament)).toMatchObject({ entries: 5, eliminated: 2, disqualified: 1 });
    await service.disqualify(tournament, "g2");
    expect(await latest(tournament)).toMatchObject({ entries: 5, eliminated: 1, disqualified: 2 });
  });

  test("is empty before the first join", async () => {
    expect(await numbersOf(service.newTournament(), 10)).toEqual([]);
  });
});

test("many who ask at once share what is read, and no more than two read at a time", async () => {
  const tournament = await played(10, [{ joined: 1 }]);
  const asked = Array.from({ length: 100 }, (_, n) => numbersOf(tournament, 1 + (n % 20)));
  for (const [index, points] of (await Promise.all(asked)).entries())
    expect(points).toHaveLength(1 + (index % 20));
});

test.for([
  ["an unknown tournament", {}],
  ["another game's", { gameId: newId() }],
] as const)("%s is not found", async ([what, change]) => {
  const tournament = service.newTournament();
  await service.join(tournament, "ada");
  const key = {
    ...tournament,
    ...change,
    ...(what.startsWith("an ") && { tournamentId: newId() }),
  };
  expect(await refusal(service.entry.getTimeline(key))).toBe("TOURNAMENT_NOT_FOUND");
});
