import { newId } from "@tms/kit/values/ids";
import { EntryState, type Entry } from "@tms/proto/tms/entry/v1/entry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { refusal, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

interface Asked {
  open?: boolean;
  pageSize?: number;
}

/** All entries of a gamer, page by page. */
async function entriesOf(gameId: string, handle: string, asked: Asked = {}): Promise<Entry[]> {
  const entries: Entry[] = [];
  let pageToken = "";
  do {
    const page = await service.entry.listGamerEntries({ gameId, handle, ...asked, pageToken });
    if (asked.pageSize !== undefined)
      expect(page.entries.length).toBeLessThanOrEqual(asked.pageSize);
    entries.push(...page.entries);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return entries;
}

const tournamentsOf = async (gameId: string, handle: string, asked?: Asked): Promise<string[]> =>
  (await entriesOf(gameId, handle, asked)).map(({ tournamentId }) => tournamentId);

/** Tournaments of a game that a gamer joined one after the other. */
async function joinedBy(handle: string, gameId: string, count: number): Promise<TournamentKey[]> {
  const tournaments = Array.from({ length: count }, () => service.newTournament({ gameId }));
  for (const tournament of tournaments) await service.join(tournament, handle);
  return tournaments;
}

const ids = (tournaments: readonly TournamentKey[]) =>
  tournaments.map(({ tournamentId }) => tournamentId);

describe("a gamer's entries", () => {
  test.each([1, 2, 50])("stand in pages of %i, the newest first, each once", async (pageSize) => {
    const gameId = newId();
    const joined = await joinedBy("ada", gameId, 5);
    await joinedBy("bob", gameId, 2);
    expect(await tournamentsOf(gameId, "ada", { pageSize })).toEqual(ids(joined).toReversed());
  });

  test("are those of this game's gamer of the handle", async () => {
    const [mine, theirs] = [newId(), newId()];
    const joined = await joinedBy("eve", mine, 1);
    await joinedBy("eve", theirs, 1);
    expect(await tournamentsOf(mine, "eve")).toEqual(ids(joined));
  });

  test("are told when they are paid for, not while that is open", async () => {
    const gameId = newId();
    const [first, second] = await joinedBy("ada", gameId, 2);
    await service.admin.query(
      `INSERT INTO entry.pending_join (tournament_id, entry_id)
       SELECT tournament_id, id FROM entry.entry WHERE tournament_id = $1`,
      [second?.tournamentId],
    );
    expect(await tournamentsOf(gameId, "ada")).toEqual([first?.tournamentId]);
  });

  test("have the ranks and states that each has when it is read alone", async () => {
    const gameId = newId();
    const gamers = ["ada", "bob", "cid", "dan"];
    const ended: TournamentKey[] = [];
    for (const noScore of ["in", "out"] as const) {
      const tournament = await scoredTournament(service, gamers, { noScore }, { gameId });
      await submit(service, tournament, [
        { handle: "ada", score: 4 },
        { handle: "bob", score: 6 },
      ]);
      await service.eliminate(tournament, "bob");
      await service.closeRegistration(tournament);
      await service.freeze(tournament);
      ended.push(tournament);
    }
    const running = await scoredTournament(service, gamers, {}, { gameId });
    await service.disqualify(running, "cid");
    const plain = service.newTournament({ gameId });
    await service.joinAll(plain, gamers);
    await service.eliminate(plain, "ada");
    for (const handle of gamers) {
      const told = await entriesOf(gameId, handle, { pageSize: 3 });
      expect(told).toHaveLength(4);
      for (const entry of told) {
        const { tournamentId } = entry;
        const alone = await service.entry.getEntry({ gameId, tournamentId, handle });
        expect(entry).toEqual(alone.entry);
      }
    }
    const [disqualified] = (await entriesOf(gameId, "cid")).filter(
      ({ state }) => state === EntryState.DISQUALIFIED,
    );
    expect(disqualified?.tournamentId).toBe(running.tournamentId);
    const ranks = await Promise.all(
      gamers.map(async (handle) =>
        (await entriesOf(gameId, handle))
          .filter(({ tournamentId }) => ids(ended).includes(tournamentId))
          .map(({ rank }) => rank),
      ),
    );
    // Without a score "out" is behind the eliminated, "in" before them; the newer tournament first.
    expect(ranks).toEqual([
      [1, 1],
      [2, 4],
      [3, 2],
      [3, 2],
    ]);
  });
});

describe("a gamer's open entries", () => {
  test("are those of tournaments that can still be joined", async () => {
    const gameId = newId();
    const [open, closed, late, ended] = await joinedBy("ada", gameId, 4);
    const full = service.newTournament({ gameId, maxEntries: 1 });
    await service.join(full, "ada");
    if (!open || !closed || !late || !ended) throw new Error("there are four");
    await service.closeRegistration(closed);
    await service.passes(late, "registration_closes_at");
    await service.passes(ended, "ends_at");
    expect(await tournamentsOf(gameId, "ada", { open: true })).toEqual([open.tournamentId]);
    expect(await tournamentsOf(gameId, "ada")).toHaveLength(5);
  });

  test("are found behind any number that are over, so many at a time", async () => {
    const gameId = newId();
    const [open, closed] = await joinedBy("ada", gameId, 2);
    if (!open || !closed) throw new Error("there are two");
    await service.closeRegistration(closed);
    await service.admin.query(
      `WITH old AS (
         INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer,
           registration_closes_at, ends_at, seats_taken, closed_at)
         SELECT uuidv7(), game_id, currency, fee_minor, payer, registration_closes_at, ends_at, 1, closed_at
         FROM entry.registration, generate_series(1, 1200) WHERE tournament_id = $1
         RETURNING tournament_id)
       INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
       SELECT uuidv7(), old.tournament_id, gamer.id, uuidv7()
       FROM old, entry.gamer WHERE gamer.game_id = $2 AND gamer.handle = 'ada'`,
      [closed.tournamentId, gameId],
    );
    const first = await service.entry.listGamerEntries({ gameId, handle: "ada", open: true });
    expect(first.entries).toEqual([]);
    expect(await tournamentsOf(gameId, "ada", { open: true })).toEqual([open.tournamentId]);
  });

  test.each([1, 2])("stand in pages of %i", async (pageSize) => {
    const gameId = newId();
    const joined = await joinedBy("ada", gameId, 4);
    const told = await tournamentsOf(gameId, "ada", { open: true, pageSize });
    expect(told).toEqual(ids(joined).toReversed());
  });
});

test("nobody is told of a gamer who is not known, nor by another list's token", async () => {
  const gameId = newId();
  await joinedBy("ada", gameId, 2);
  const { entry } = service;
  expect(await refusal(entry.listGamerEntries({ gameId, handle: "zoe" }))).toBe("GAMER_NOT_FOUND");
  const asked = { gameId, handle: "ada", pageSize: 1 };
  const { nextPageToken: pageToken } = await entry.listGamerEntries(asked);
  expect(await refusal(entry.listGamerEntries({ ...asked, open: true, pageToken }))).toBe(
    "INVALID_PAGE_TOKEN",
  );
  expect(await refusal(entry.listGamerEntries({ ...asked, pageSize: 101 }))).toBe(
    "INVALID_ARGUMENT",
  );
});
