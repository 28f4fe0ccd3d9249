import { timestampMs, type Timestamp } from "@bufbuild/protobuf/wkt";
import { ACTOR_HEADER } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import {
  EntryState,
  EntryVerdict,
  type ListedEntry,
  type Entry,
} from "@tms/proto/tms/entry/v1/entry";
import {
  createGame,
  disqualify,
  eliminate,
  getReason,
  join,
  joinAll,
  publishTournament,
  readPages,
  reinstate,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeRegistration,
  finish,
  handles,
  pass,
  scoredTournament,
  submit,
  submitEach,
  tournamentOf,
} from "./actions.ts";

const { IN, ELIMINATED } = EntryState;

describe("the standings", () => {
  test("go on from page to page while gamers join and go out", async ({ world }) => {
    const tournament = await publishTournament(world);
    for (const name of ["ann", "bob", "cid", "dan"]) await join(world, tournament, name);
    for (const name of ["ann", "bob", "cid"]) await eliminate(world, tournament, name);
    const first = await world.entry.listEntries({ ...tournament, pageSize: 3 });
    await joinAll(world, tournament, handles(5));
    await eliminate(world, tournament, "dan");
    const { nextPageToken: pageToken } = first;
    const rest = await world.entry.listEntries({ ...tournament, pageToken });
    const shown = [...first.entries, ...rest.entries].map(({ handle, rank }) => [handle, rank]);
    expect(shown).toEqual([
      ["dan", undefined],
      ["cid", 2],
      ["bob", 3],
      ["ann", 9],
    ]);
  });

  test("show each entry as its join and elimination do, by present name", async ({ world }) => {
    const tournament = await publishTournament(world, { entryFeeMinorUnits: 250n });
    const { gameId } = tournament;
    const toMs = (time: Timestamp | undefined) => BigInt(time ? timestampMs(time) : 0);
    /** Expects an entry in a list to have what a join or an elimination answered. */
    const expectListed = (listed: ListedEntry | undefined, entry: Entry | undefined) => {
      const { id, gamerId, handle, state, rank } = entry ?? expect.fail();
      expect(listed).toMatchObject({ id, gamerId, handle, state, ...(rank && { rank }) });
      expect([listed?.joinTimeMs, listed?.createTimeMs, listed?.updateTimeMs]).toEqual(
        [entry?.joinTime, entry?.createTime, entry?.updateTime].map(toMs),
      );
      expect(listed?.eliminateTimeMs).toEqual(entry?.eliminateTime && toMs(entry.eliminateTime));
    };
    const ann = await join(world, tournament, "ann");
    await join(world, tournament, "bob");
    const [bob] = await eliminate(world, tournament, "bob");
    const patch = { displayName: "Ann" };
    await world.entry.updateGamer({ requestId: newId(), gameId, handle: "ann", patch });
    const page = await world.entry.listEntries(tournament);
    expectListed(page.entries[0], ann);
    expectListed(page.entries[1], bob);
    expect(page.entries.map(({ displayName }) => displayName)).toEqual(["Ann", ""]);
    expect(page).toMatchObject({ feeMinorUnits: 250n, provisional: true });
    const columns = await world.entry.readStandings({ ...tournament, pageSize: 1 });
    expect(columns).toMatchObject({
      feeMinorUnits: 250n,
      entryIds: [ann.id],
      gamerIds: [ann.gamerId],
    });
  });
});

describe("an entry", () => {
  const getEntry = ({ entry }: World, tournament: TournamentKey, handle: string) =>
    entry.getEntry({ ...tournament, handle });

  test("is read with its present standing and rank, and with the final one", async ({ world }) => {
    const tournament = await scoredTournament(world, ["ann", "bob", "cid"], { attempts: 3 });
    await submit(world, tournament, [
      { handle: "ann", score: 4 },
      { handle: "bob", score: 6 },
      { handle: "ann", score: 5 },
    ]);
    expect(await getEntry(world, tournament, "ann")).toMatchObject({
      entry: { handle: "ann", tournamentId: tournament.tournamentId },
      standing: { score: 5n, attempts: 2, attemptsLeft: 1, rank: 2 },
    });
    const { standing } = await getEntry(world, tournament, "cid");
    expect(standing).toMatchObject({ attempts: 0, attemptsLeft: 3 });
    expect([standing?.score, standing?.rank]).toEqual([undefined, undefined]);
    await finish(world, tournament);
    const read = await Promise.all(
      ["ann", "bob", "cid"].map((handle) => getEntry(world, tournament, handle)),
    );
    expect(read.map(({ entry }) => entry?.rank)).toEqual([2, 1, 3]);
  });

  test("is read with its decisions, their actors and reasons", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", "bob");
    const actor = `user:${newId()}`;
    const toDecision = (reason: string) => ({
      ...tournament,
      handles: ["ann"],
      reason,
      requestId: newId(),
    });
    expect((await getEntry(world, tournament, "ann")).decisions).toEqual([]);
    await eliminate(world, tournament, "ann");
    const headers = { [ACTOR_HEADER]: actor };
    await world.entry.reinstate(toDecision("A wrong result"), { headers });
    await world.entry.disqualify(toDecision("Case 77"));
    await disqualify(world, tournament, "bob");
    const { entry, decisions } = await getEntry(world, tournament, "ann");
    const { REINSTATE, DISQUALIFY } = EntryVerdict;
    expect(decisions).toMatchObject([
      { verdict: REINSTATE, was: ELIMINATED, reason: "A wrong result", actor },
      { verdict: DISQUALIFY, was: IN, reason: "Case 77", actor: "" },
    ]);
    expect(decisions.at(-1)?.time).toEqual(entry?.updateTime);
    for (let times = 0; times < 5; times++) {
      await reinstate(world, tournament, "ann");
      await disqualify(world, tournament, "ann");
    }
    // Only the last ten.
    const latest = (await getEntry(world, tournament, "ann")).decisions;
    expect(latest.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? REINSTATE : DISQUALIFY)),
    );
  });
});

describe("the entries of a gamer", () => {
  interface Request {
    open?: boolean;
    pageSize?: number;
  }

  async function listAll({ entry }: World, gameId: string, handle: string, request: Request = {}) {
    const pages = await readPages((pageToken) =>
      entry.listGamerEntries({ gameId, handle, ...request, pageToken }),
    );
    for (const { entries } of pages)
      expect(entries.length).toBeLessThanOrEqual(request.pageSize ?? Infinity);
    return pages.flatMap(({ entries }) => entries);
  }

  const listTournaments = async (world: World, gameId: string, request?: Request) =>
    (await listAll(world, gameId, "ada", request)).map(({ tournamentId }) => tournamentId);

  /** Joins Ada into tournaments of a game, one after the other. */
  async function joinMany(world: World, gameId: string, count: number): Promise<TournamentKey[]> {
    const tournaments: TournamentKey[] = [];
    for (let n = 0; n < count; n++) {
      const tournament = await publishTournament(world, { gameId });
      await join(world, tournament, "ada");
      tournaments.push(tournament);
    }
    return tournaments;
  }

  const toIds = (tournaments: readonly (TournamentKey | undefined)[]) =>
    tournaments.map((tournament) => tournament?.tournamentId);

  test("are listed the newest first, in pages of any size", async ({ world }) => {
    const [{ gameId }, other] = [await createGame(world), await createGame(world)];
    const joined = toIds(await joinMany(world, gameId, 5)).toReversed();
    await joinAll(world, await publishTournament(world, { gameId }), ["bob"]);
    await joinMany(world, other.gameId, 1);
    for (const pageSize of [1, 2, 50])
      for (const open of [false, true])
        expect(await listTournaments(world, gameId, { pageSize, open })).toEqual(joined);
  });

  test("have the ranks and states that each has when it is read alone", async ({ world }) => {
    const { gameId } = await createGame(world);
    const gamers = ["ada", "bob", "cid", "dan"];
    for (const noScore of ["in", "out"] as const) {
      const ended = await scoredTournament(world, gamers, { noScore }, { gameId });
      await submitEach(world, ended, { ada: 4, bob: 6 });
      await eliminate(world, ended, "bob");
      await finish(world, ended);
    }
    const running = await scoredTournament(world, gamers, {}, { gameId });
    await disqualify(world, running, "cid");
    const plain = await publishTournament(world, { gameId });
    await joinAll(world, plain, gamers);
    await eliminate(world, plain, "ada");
    const ranks: (number | undefined)[][] = [];
    for (const handle of gamers) {
      const entries = await listAll(world, gameId, handle, { pageSize: 3 });
      expect(entries).toHaveLength(4);
      for (const entry of entries) {
        const { tournamentId } = entry;
        const alone = await world.entry.getEntry({ gameId, tournamentId, handle });
        expect(entry).toEqual(alone.entry);
      }
      ranks.push(entries.map(({ rank }) => rank));
    }
    // The newer tournament comes first. Without a score, "out" is behind the eliminated.
    expect(ranks.map((each) => each.slice(2))).toEqual([
      [1, 1],
      [2, 4],
      [3, 2],
      [3, 2],
    ]);
  });

  test("are listed if they are paid for, and open while joins are possible", async ({ world }) => {
    const { gameId } = await createGame(world);
    const [open, closed, late, ended, pending] = await joinMany(world, gameId, 5);
    if (!open || !closed || !late || !ended || !pending) return expect.fail();
    const full = await publishTournament(world, { gameId, maxEntries: 1 });
    await join(world, full, "ada");
    await closeRegistration(world, closed);
    await pass(world, late, "registration_closes_at");
    await pass(world, ended, "ends_at");
    await world.admin.query(
      `INSERT INTO entry.pending_join (tournament_id, entry_id)
       SELECT tournament_id, id FROM entry.entry WHERE tournament_id = $1`,
      [pending.tournamentId],
    );
    expect(await listTournaments(world, gameId, { open: true })).toEqual([open.tournamentId]);
    expect(await listTournaments(world, gameId)).toEqual(toIds([full, ended, late, closed, open]));
  });

  test("are found behind any number that are over if they are open", async ({ world }) => {
    const { gameId } = await createGame(world);
    const [open, closed] = await joinMany(world, gameId, 2);
    await closeRegistration(world, closed!);
    await world.admin.query(
      `WITH old AS (
         INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer,
           registration_closes_at, ends_at, seats_taken, closed_at)
         SELECT uuidv7(), game_id, currency, fee_minor, payer, registration_closes_at, ends_at, 1, closed_at
         FROM entry.registration, generate_series(1, 1200) WHERE tournament_id = $1
         RETURNING tournament_id)
       INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
       SELECT uuidv7(), old.tournament_id, gamer.id, uuidv7()
       FROM old, entry.gamer WHERE gamer.game_id = $2 AND gamer.handle = 'ada'`,
      [closed?.tournamentId, gameId],
    );
    const first = await world.entry.listGamerEntries({ gameId, handle: "ada", open: true });
    expect(first.entries).toEqual([]);
    expect(await listTournaments(world, gameId, { open: true })).toEqual(toIds([open]));
  });

  test("are not found for an unknown gamer, or by another filter's token", async ({ world }) => {
    const { gameId } = await createGame(world);
    await joinMany(world, gameId, 2);
    const unknown = world.entry.listGamerEntries({ gameId, handle: "zoe" });
    expect(await getReason(unknown)).toBe("GAMER_NOT_FOUND");
    const request = { gameId, handle: "ada", pageSize: 1 };
    const { nextPageToken: pageToken } = await world.entry.listGamerEntries(request);
    const mixed = world.entry.listGamerEntries({ ...request, open: true, pageToken });
    expect(await getReason(mixed)).toBe("INVALID_PAGE_TOKEN");
  });
});
