import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inShort, scoredTournament, submit } from "./scores.ts";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
let second: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
  second = await startEntry(service);
});
afterAll(async () => {
  await second?.close();
  await service?.close();
});

test("scores that race with the end are recorded before it, or refused", async () => {
  const names = handles(20);
  const tournament = await scoredTournament(service, names, { operator: "sum" });
  const sent = Array.from({ length: 30 }, (_, round) =>
    submit(
      round % 2 === 0 ? service : second,
      tournament,
      names.map((handle) => ({ handle, score: 1, attempt: `round-${round}` })),
    ),
  );
  // In the midst of them: some are on their way, some are not sent yet.
  await sent[0];
  const closing = service.closeRegistration(tournament);
  const outcomes = (await Promise.all(sent)).flat().map(inShort);
  await closing;
  const recorded = outcomes.filter((outcome) => typeof outcome === "number").length;
  expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
    new Set(recorded < outcomes.length ? ["TOURNAMENT_NOT_PUBLISHED"] : []),
  );
  const { rows } = await service.admin.query<{ recorded: number; late: number; added: number }>(
    `SELECT count(*)::int AS recorded,
       count(*) FILTER (WHERE attempt.created_at > board.closed_at)::int AS late,
       (SELECT sum(score)::int FROM entry.standing WHERE tournament_id = $1) AS added
     FROM entry.attempt JOIN entry.board USING (tournament_id) WHERE tournament_id = $1`,
    [tournament.tournamentId],
  );
  expect(rows).toEqual([{ recorded, late: 0, added: recorded }]);
});

test("scores that race with eliminations leave every gamer where they belong", async () => {
  const names = handles(30);
  const tournament = await scoredTournament(service, names, { operator: "last" });
  const scoring = Array.from({ length: 10 }, (_, round) =>
    submit(
      round % 2 === 0 ? service : second,
      tournament,
      names.map((handle, index) => ({ handle, score: round * index, attempt: `round-${round}` })),
    ),
  );
  const out = names.slice(0, 15);
  const eliminating = out.map((handle, index) =>
    refusal(
      (index % 2 === 0 ? service : second).entry.eliminate({
        ...tournament,
        requestId: newId(),
        handles: [handle],
      }),
    ),
  );
  expect(new Set(await Promise.all(eliminating))).toEqual(new Set(["accepted"]));
  await Promise.all(scoring);
  const { rows } = await service.admin.query<{ out: number; behind: number; counted: number }>(
    `SELECT count(*) FILTER (WHERE entry.exit_number IS NOT NULL)::int AS out,
       count(*) FILTER (WHERE get_byte(standing.place, 0) = 4)::int AS behind,
       (SELECT sum(entries)::int FROM entry.stratum WHERE tournament_id = $1) AS counted
     FROM entry.standing JOIN entry.entry ON entry.id = entry_id
     WHERE standing.tournament_id = $1
       AND (entry.exit_number IS NULL OR get_byte(standing.place, 0) = 4)`,
    [tournament.tournamentId],
  );
  expect(rows).toEqual([{ out: 15, behind: 15, counted: 30 }]);
});
