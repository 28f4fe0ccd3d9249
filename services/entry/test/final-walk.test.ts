import { afterAll, beforeAll, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("a final ranking is walked whole by whoever began before the end", async () => {
  const names = ["ann", "bob", "cid", "dan"];
  const tournament = await scoredTournament(service, names);
  const scores = names.map((handle, index) => ({ handle, score: index }));
  await submit(service, tournament, scores);
  const first = await service.entry.listEntries({ ...tournament, pageSize: 2 });
  const columns = await service.entry.readStandings({ ...tournament, pageSize: 2 });
  await service.closeRegistration(tournament);
  await service.freeze(tournament);
  const next = await service.entry.listEntries({ ...tournament, pageToken: first.nextPageToken });
  expect(next.entries.map(({ handle }) => handle)).toEqual(names.toReversed());
  const pageToken = columns.nextPageToken;
  const rest = await service.entry.readStandings({ ...tournament, pageSize: 10, pageToken });
  expect(rest.handles).toEqual(names.toReversed());
});
