import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { createLogger } from "@tms/kit/process/log";
import { soleResult } from "@tms/kit/rpc/outcomes";
import { serveForTest } from "@tms/kit/testing/serve";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { FakeTournaments } from "@tms/kit/testing/fakes/tournament";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import {
  EntryService,
  type ClosedRegistration,
  type Entry,
  type FrozenRanking,
} from "@tms/proto/tms/entry/v1/entry";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status, type TournamentTerms } from "@tms/proto/tms/tournament/v1/tournament";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";
import { clientsOf } from "./fakes.ts";
import { closeOutcomes, freezeOutcomes, outcomesOf, type TournamentKey } from "./outcomes.ts";

type ForGamers = (tournament: TournamentKey, ...handles: string[]) => Promise<Entry[]>;
type Terms = "entryFeeMinorUnits" | "maxEntries" | "endTime" | "registrationCloseTime" | "scoring";
type NewTournament = Partial<Pick<TournamentTerms, Terms>> & {
  gameId?: string;
  status?: Status;
  payer?: Payer;
};

/** The entry service over real HTTP/2 on a database of its own, beside fakes of the services it calls. */
export interface EntryUnderTest {
  database: TestDatabase;
  url: string;
  entry: Client<typeof EntryService>;
  context: Context;
  tournaments: FakeTournaments;
  wallet: FakeWallet;
  events: FakeEvents;
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  /** A tournament the tournament service knows: published, free and without limits by default. */
  newTournament(terms?: NewTournament): TournamentKey;
  join(tournament: TournamentKey, handle: string, requestId?: string): Promise<Entry>;
  joinAll(tournament: TournamentKey, handles: readonly string[]): Promise<void>;
  /** A new tournament that these gamers joined, in this order. */
  tournamentOf(...handles: string[]): Promise<TournamentKey>;
  /** Everybody's handle, rank and state, in the order of the list. */
  standingsOf(tournament: TournamentKey): Promise<unknown[][]>;
  eliminate: ForGamers;
  disqualify: ForGamers;
  reinstate: ForGamers;
  /** Closes a registration; returns how many entries are pending still if there are any. */
  closeRegistration(tournament: TournamentKey): Promise<ClosedRegistration | number>;
  /** Freezes a ranking, in which the game placed some gamers. */
  freeze(
    tournament: TournamentKey,
    placed?: Record<string, number>,
    groups?: number,
  ): Promise<FrozenRanking>;
  seatsTaken(tournament: TournamentKey): Promise<number>;
  /** Makes a moment of the registration pass, without waiting. */
  passes(tournament: TournamentKey, what: "ends_at" | "registration_closes_at"): Promise<void>;
  /** Makes every pending join due for recovery. */
  allDue(): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** A moment some hours from now. */
export const inHours = (hours: number) => timestampFromDate(new Date(Date.now() + hours * HOUR_MS));

/** Starts the service; given another, as a second replica beside it. */
export async function startEntry(beside?: EntryUnderTest): Promise<EntryUnderTest> {
  const database = beside?.database ?? (await testDatabase());
  const tournaments = beside?.tournaments ?? new FakeTournaments();
  const wallet = beside?.wallet ?? new FakeWallet();
  const events = beside?.events ?? new FakeEvents();
  const config = {
    database: { url: database.urlFor("entry"), poolSize: 6 },
    urls: { tournament: "", wallet: "", events: "" },
    callerToken: "",
    batching: { maxBatch: 256, inFlight: 2 },
  };
  let context: Context | undefined;
  const service = await serveForTest((log, shutdown) => {
    context = createContext(config, log, shutdown, clientsOf(tournaments, wallet, events));
    return { services: [EntryService], routes: routes(context), ready: async () => true };
  });
  if (!context) throw new Error("the service was not defined");
  const quiet = createLogger("test", "silent");
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", quiet);
  const entry = service.client(EntryService);
  return {
    database,
    url: service.url,
    entry,
    context,
    tournaments,
    wallet,
    events,
    admin,
    ...actions(entry, tournaments),
    ...behind(admin),
    async close() {
      await service.close();
      await admin.end();
      if (!beside) await database.drop();
    },
  };
}

/** What tests have the service do, or a fake of it. */
export function actions(entry: Client<typeof EntryService>, tournaments: FakeTournaments) {
  function newTournament({
    gameId = newId(),
    status = Status.PUBLISHED,
    payer = Payer.GAME,
    ...terms
  }: NewTournament = {}): TournamentKey {
    const tournamentId = newId();
    tournaments.add({
      id: tournamentId,
      gameId,
      status,
      payer,
      terms: { name: "Tournament", startTime: inHours(-1), endTime: inHours(1), ...terms },
    });
    return { gameId, tournamentId };
  }
  async function joinAll(tournament: TournamentKey, handles: readonly string[]) {
    const joins = handles.map((handle) => ({ ...tournament, handle, requestId: newId() }));
    const outcomes = await outcomesOf(entry, joins);
    if (outcomes.some(({ outcome }) => outcome.case !== "entry")) throw new Error("not all in");
  }
  return {
    newTournament,
    joinAll,
    async tournamentOf(...handles: string[]) {
      const tournament = newTournament();
      await joinAll(tournament, handles);
      return tournament;
    },
    async standingsOf(tournament: TournamentKey) {
      const { entries } = await entry.listEntries({ ...tournament, pageSize: 1_000 });
      return entries.map(({ handle, rank, state }) => [handle, rank, state]);
    },
    async join(tournament: TournamentKey, handle: string, requestId: string = newId()) {
      return soleResult(await outcomesOf(entry, [{ ...tournament, handle, requestId }]));
    },
    async eliminate(tournament: TournamentKey, ...handles: string[]) {
      return (await entry.eliminate({ ...tournament, handles, requestId: newId() })).entries;
    },
    async disqualify(key: TournamentKey, ...handles: string[]) {
      const decision = { ...key, handles, reason: "a cheat", requestId: newId() };
      return (await entry.disqualify(decision)).entries;
    },
    async reinstate(key: TournamentKey, ...handles: string[]) {
      const decision = { ...key, handles, reason: "no cheat", requestId: newId() };
      return (await entry.reinstate(decision)).entries;
    },
    closeRegistration: async (tournament: TournamentKey) =>
      soleResult(await closeOutcomes(entry, [tournament])),
    async freeze(tournament: TournamentKey, placed: Record<string, number> = {}, groups = 10) {
      return soleResult(await freezeOutcomes(entry, [{ ...tournament, groups, placed }]));
    },
  };
}

function behind(admin: Pool) {
  return {
    async seatsTaken({ tournamentId }: TournamentKey) {
      const { rows } = await admin.query<{ seats_taken: number }>(
        `SELECT seats_taken FROM entry.registration WHERE tournament_id = $1`,
        [tournamentId],
      );
      return rows[0]?.seats_taken ?? 0;
    },
    async passes({ tournamentId }: TournamentKey, what: "ends_at" | "registration_closes_at") {
      await admin.query(
        `UPDATE entry.registration SET ${what} = now() - interval '1 minute' WHERE tournament_id = $1`,
        [tournamentId],
      );
    },
    async allDue() {
      await admin.query(`UPDATE entry.pending_join SET retry_at = now() - interval '1 second'`);
    },
  };
}

/** What a call, or the only item of a batch, was refused with. */
export const refusalOf = (error: unknown): RemoteError =>
  error instanceof RemoteError ? error : toRemoteError(error);

/** Why a call is refused, or "accepted". */
export async function refusal(call: Promise<unknown>): Promise<string> {
  return await call.then(() => "accepted").catch((error: unknown) => refusalOf(error).reason);
}

export { poolOf, walletOf } from "./accounts.ts";
export {
  closeOutcomes,
  freezeOutcomes,
  inShort,
  outcomesOf,
  type RankingToFreeze,
  type TournamentKey,
} from "./outcomes.ts";

/** Handles that nobody else in the game has: g0, g1 … */
export const handles = (count: number) => Array.from({ length: count }, (_, n) => `g${n}`);
