import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  disqualify,
  eliminate,
  joinAll,
  publishTournament,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { handles, tournamentOf } from "./actions.ts";

const MINUTE_MS = 60_000;

/** Creates a tournament that began some minutes ago, with joins and exits at minutes since. */
async function played(
  world: World,
  minutes: number,
  entries: readonly { joined: number; out?: number; isPending?: boolean }[],
): Promise<TournamentKey> {
  const tournament = await publishTournament(world, { entryFeeMinorUnits: 250n });
  const names = handles(entries.length);
  await joinAll(world, tournament, names);
  const { tournamentId } = tournament;
  await world.admin.query(
    `UPDATE entry.registration SET created_at = now() - make_interval(mins => $2)
     WHERE tournament_id = $1`,
    [tournamentId, minutes],
  );
  await world.admin.query(
    `UPDATE entry.entry SET joined_at = r.created_at + make_interval(mins => joined),
       eliminated_at = r.created_at + make_interval(mins => out), exit_number = out
     FROM entry.registration AS r, entry.gamer AS g,
       unnest($2::text[], $3::int[], $4::int[]) AS moved (handle, joined, out)
     WHERE r.tournament_id = $1 AND entry.tournament_id = $1 AND g.id = gamer_id
       AND g.handle = moved.handle`,
    [
      tournamentId,
      names,
      entries.map(({ joined }) => joined),
      entries.map(({ out }) => out ?? null),
    ],
  );
  await world.admin.query(
    `INSERT INTO entry.pending_join (tournament_id, entry_id)
     SELECT tournament_id, entry.id FROM entry.entry JOIN entry.gamer ON gamer.id = gamer_id
     WHERE tournament_id = $1 AND handle = ANY($2)`,
    [tournamentId, names.filter((_, index) => entries[index]?.isPending)],
  );
  return tournament;
}

const endAgo = ({ admin }: World, { tournamentId }: TournamentKey, minutes: number) =>
  admin.query(
    `UPDATE entry.registration SET ends_at = now() - make_interval(mins => $2)
     WHERE tournament_id = $1`,
    [tournamentId, minutes],
  );

const readPoints = async ({ entry }: World, tournament: TournamentKey, buckets?: number) =>
  (await entry.getTimeline({ ...tournament, ...(buckets !== undefined && { buckets }) })).points;

const readNumbers = async (world: World, tournament: TournamentKey, buckets: number) =>
  (await readPoints(world, tournament, buckets)).map((point) => [
    point.entries,
    point.eliminated,
    Number(point.prizePoolMinorUnits),
  ]);

describe("a timeline", () => {
  test("tells paid entries, eliminations and pool at the end of each part", async ({ world }) => {
    const tournament = await played(world, 100, [
      { joined: 1 },
      { joined: 2, out: 55 },
      { joined: 30, out: 55 },
      { joined: 70, out: 80 },
      { joined: 3, isPending: true },
    ]);
    expect(await readNumbers(world, tournament, 4)).toEqual([
      [2, 0, 500],
      [3, 0, 750],
      [4, 2, 1_000],
      [4, 3, 1_000],
    ]);
  });

  test("has points at equal distances until now, and then until its end", async ({ world }) => {
    const tournament = await played(world, 100, [{ joined: 1 }]);
    for (const minutesAgo of [0, 20]) {
      const from = Date.now();
      if (minutesAgo > 0) await endAgo(world, tournament, minutesAgo);
      const times = (await readPoints(world, tournament)).map(({ time }) => timestampMs(time!));
      expect(times).toHaveLength(60);
      const end = (times.at(-1) ?? NaN) + minutesAgo * MINUTE_MS;
      expect(end).toBeGreaterThanOrEqual(from);
      expect(end).toBeLessThanOrEqual(Date.now());
      const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      const last = steps.pop() ?? 0;
      expect(new Set(steps).size).toBe(1);
      expect(last).toBeGreaterThan(0);
      expect(last).toBeLessThanOrEqual(steps[0] ?? 0);
    }
  });

  test("counts the disqualified apart from the eliminated", async ({ world }) => {
    const tournament = await tournamentOf(world, ...handles(5));
    const readLast = async () => (await readPoints(world, tournament, 200)).at(-1);
    await eliminate(world, tournament, "g1", "g2");
    await disqualify(world, tournament, "g2", "g3");
    expect(await readLast()).toMatchObject({ entries: 5, eliminated: 1, disqualified: 2 });
    await reinstate(world, tournament, "g2");
    expect(await readLast()).toMatchObject({ entries: 5, eliminated: 2, disqualified: 1 });
    await disqualify(world, tournament, "g2");
    expect(await readLast()).toMatchObject({ entries: 5, eliminated: 1, disqualified: 2 });
  });
});
