import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { recorder, reviewer } from "./reviews.ts";
import { scoredTournament } from "./scores.ts";
import { refusalOf, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const review = reviewer(() => service);
const recorded = recorder(() => service);

/** Gives a gamer attempts that were taken back: they use up none, and are folded all the same. */
async function addVoid({ tournamentId }: TournamentKey, handle: string, attempts: number) {
  await service.admin.query(
    `INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, sequence, score, tie_breaks,
       state, metadata, created_at)
     SELECT gen_random_uuid(), tournament_id, gamer_id, entry.id,
       (SELECT max(sequence) FROM entry.attempt WHERE tournament_id = $1) + n, 1, '{}', 'void', '', now()
     FROM entry.entry JOIN entry.gamer ON gamer.id = gamer_id, generate_series(1, $3::integer) AS n
     WHERE tournament_id = $1 AND handle = $2`,
    [tournamentId, handle, attempts],
  );
}

const standings = async (tournament: TournamentKey) =>
  (await service.entry.readLeaderboard({ ...tournament })).standings.map(({ handle, score }) => [
    handle,
    Number(score ?? 0n),
  ]);

test("a review of gamers with too many attempts is refused and decides on none; of one it is not", async () => {
  const tournament = await scoredTournament(service, ["ann", "bob"]);
  const [ann = "", bob = ""] = await recorded(tournament, ["ann", 10], ["bob", 9]);
  await addVoid(tournament, "ann", 19_998);
  await review(tournament, "void", ann, bob);
  expect(await standings(tournament)).toEqual([]);
  await addVoid(tournament, "bob", 1);
  const refused = await review(tournament, "accept", ann, bob).then(() => undefined, refusalOf);
  expect(refused).toMatchObject({
    reason: "INVALID_ARGUMENT",
    fields: [
      {
        field: "score_ids",
        description:
          "are of gamers who have more than 20,000 attempts in all; review fewer scores at once",
      },
    ],
  });
  expect(await standings(tournament)).toEqual([]);
  await addVoid(tournament, "ann", 2);
  await review(tournament, "accept", ann);
  await review(tournament, "accept", bob);
  expect(await standings(tournament)).toEqual([
    ["ann", 10],
    ["bob", 9],
  ]);
});

test("a review ends with its caller, and decides on nothing then", async () => {
  const tournament = await scoredTournament(service, ["ann"]);
  const { gameId, tournamentId } = tournament;
  const scoreIds = await recorded(tournament, ["ann", 10]);
  const holder = await service.admin.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM entry.board WHERE tournament_id = $1 FOR UPDATE", [tournamentId]);
  const caller = new AbortController();
  const decision = { scoreIds, verdict: ScoreVerdict.VOID, reason: "a cheat", requestId: newId() };
  const request = { ...tournament, ...decision };
  const left = service.entry.reviewScores(request, { signal: caller.signal }).catch(refusalOf);
  await expect.poll(() => transactions("wait_event_type = 'Lock'"), { interval: 5 }).toBe(1);
  caller.abort();
  await left;
  // What comes later on the same connection is answered once the service knows that the caller is gone.
  await service.entry.getGamer({ gameId, handle: "ann" });
  await holder.query("ROLLBACK");
  holder.release();
  await expect.poll(() => transactions("xact_start IS NOT NULL"), { interval: 5 }).toBe(0);
  expect(await standings(tournament)).toEqual([["ann", 10]]);
});

/** How many connections of the service are as this condition says. */
async function transactions(condition: string): Promise<number | undefined> {
  const { rows } = await service.admin.query<{ count: number }>(
    `SELECT count(*)::integer FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'tms-entry' AND ${condition}`,
  );
  return rows[0]?.count;
}
