import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import { createShutdown } from "@tms/kit/process/shutdown";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { createLogger } from "@tms/kit/process/log";
import { databaseReady } from "@tms/kit/database/ready";
import { serve } from "@tms/kit/rpc/serve";
import { TEST_CALLERS, TEST_TOKEN, testMetrics } from "@tms/kit/testing/serve";
import { testDatabase } from "@tms/kit/testing/database";
import { Mode, Payer } from "@tms/proto/tms/game/v1/game";
import {
  TournamentService,
  type Tournament,
  type TournamentTermsSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";
import { clientsOf, createFakes, type Fakes } from "./fakes.ts";

type TermsInit = MessageInitShape<typeof TournamentTermsSchema>;

/** The tournament service over real HTTP/2 on a database of its own, beside fakes of the others. */
export interface TournamentUnderTest {
  client: Client<typeof TournamentService>;
  fakes: Fakes;
  /** The relay of the outbox, which does not run by itself here. */
  relay: Context["relay"];
  /** The publisher of events, which does not run by itself either. */
  publisher: Context["publisher"];
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  /** A game the game service knows. */
  newGame(mode?: Mode): string;
  create(gameId: string, terms?: TermsInit): Promise<Tournament>;
  publish(gameId: string, terms?: TermsInit): Promise<Tournament>;
  /** Makes a tournament's times pass: the one way to come to its end without waiting. */
  shift(tournamentId: string, interval: string): Promise<void>;
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** A moment some hours from now. */
export const inHours = (hours: number) =>
  timestampFromDate(new Date(Math.floor(Date.now() + hours * HOUR_MS)));

/** Terms nothing is wrong with: starts in an hour, ends in two. */
export const fineTerms = (): TermsInit => ({
  name: "Chess",
  description: "A fine tournament.",
  entryFeeMinorUnits: 250n,
  startTime: inHours(1),
  endTime: inHours(2),
});

type TournamentClient = Client<typeof TournamentService>;
/** Names a tournament of a game. */
export interface Key {
  gameId: string;
  tournamentId: string;
}

/** Reads a tournament with its prize pool and winners. */
export const getTournament = async (client: TournamentClient, key: Key) =>
  soleResult(await getTournaments(client, [key]));

/** Reads tournaments, with their prize pools and winners unless told otherwise; in any order. */
export const getTournaments = async (
  client: TournamentClient,
  tournaments: Key[],
  { withPrizePools = true } = {},
) => await collected(client.batchGetTournaments({ tournaments, withPrizePools }));

/** Begins a tournament's settlement. */
export const beginSettlement = async (client: TournamentClient, key: Key) =>
  soleResult(await collected(client.batchBeginSettlement({ tournaments: [key] })));

/** Completes a tournament, with these winners besides those recorded before. */
export const finishSettlement = async (
  client: TournamentClient,
  tournament: Key,
  winnerGamerIds: string[] = [],
) =>
  soleResult(
    (await client.batchFinishSettlement({ ends: [{ tournament, winnerGamerIds }] })).outcomes,
  );

export async function startTournament(): Promise<TournamentUnderTest> {
  const log = createLogger("tournament", process.env["LOG_LEVEL"] ?? "silent");
  const shutdown = createShutdown(log);
  const database = await testDatabase();
  shutdown.add("the database", () => database.drop());
  const fakes = createFakes();
  const url = "http://127.0.0.1:1";
  const config = {
    database: { url: database.urlFor("tournament"), poolSize: 8 },
    addresses: { game: url, wallet: url, entry: url, settlement: url, events: url },
    callerToken: "",
  };
  const context = createContext(config, log, shutdown, clientsOf(fakes));
  const definition = {
    services: [TournamentService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers: TEST_CALLERS,
    metrics: testMetrics(),
  };
  const address = { host: "127.0.0.1", port: 0, probePort: 0 };
  const { port } = await serve(definition, address, log, shutdown);
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", log);
  shutdown.add("the admin's pool", () => admin.end());
  const client = connectTo(TournamentService, `http://127.0.0.1:${port}`, TEST_TOKEN);

  const create = async (gameId: string, terms = fineTerms()) => {
    const response = await client.createTournament({ requestId: newId(), gameId, terms });
    return response.tournament!;
  };
  return {
    client,
    fakes,
    relay: context.relay,
    publisher: context.publisher,
    admin,
    newGame(mode = Mode.LIVE) {
      const currency = { code: "EUR", exponent: 2 };
      const terms = { currency, payer: Payer.WALLET, platformFeeBps: 250, mode };
      return fakes.games.add(terms).game.id;
    },
    create,
    async publish(gameId, terms) {
      const { id: tournamentId } = await create(gameId, terms);
      const key = { requestId: newId(), gameId, tournamentId };
      return (await client.publishTournament(key)).tournament!;
    },
    async shift(tournamentId, interval) {
      await admin.query(
        `UPDATE tournament.tournament SET starts_at = starts_at + $2::interval,
           ends_at = ends_at + $2::interval,
           registration_closes_at = registration_closes_at + $2::interval
         WHERE id = $1`,
        [tournamentId, interval],
      );
    },
    stop: () => shutdown.run(),
  };
}
