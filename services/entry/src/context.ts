import type { Client } from "@connectrpc/connect";
import { openDatabase } from "@tms/kit/database/pool";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { EntryConfig } from "./config.ts";
import {
  createChargeAndConfirm,
  type ChargeAndConfirm,
  type ChargeContext,
} from "./joining/charge.ts";
import { createJoin, type Join } from "./joining/join.ts";
import { createRegistrations, type RegistrationContext } from "./registration.ts";
import { createSubmitScores, type SubmitScores } from "./scoring/submit-scores.ts";

// Nothing here holds a lock for long. Whoever waits longer waits for something stuck, on a connection
// that others need, so it gives up and its caller is told to try again.
const LOCK_TIMEOUT = "1s";

/** What the entry service's RPCs work with. */
export interface Context extends RegistrationContext, ChargeContext {
  join: Join;
  submitScores: SubmitScores;
  chargeAndConfirm: ChargeAndConfirm;
  /** Brings staged events to the log. */
  publisher: Publisher;
}

/** The entry service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof EntryService>;

/** The services that the entry service calls. */
export interface Clients {
  tournaments: Client<typeof TournamentService>;
  wallet: Client<typeof WalletService>;
  events: Client<typeof EventService>;
}

export function createContext(
  config: Pick<EntryConfig, "database" | "urls" | "callerToken" | "batching">,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = {
    tournaments: connectTo(TournamentService, config.urls.tournament, config.callerToken),
    wallet: connectTo(WalletService, config.urls.wallet, config.callerToken),
    events: connectTo(EventService, config.urls.events, config.callerToken),
  },
): Context {
  const db = openDatabase(config.database, "entry", log);
  db.$client.on("connect", (client) => {
    // Travels ahead of the first query; should it fail, so does the connection.
    client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`).catch(() => client.end());
  });
  shutdown.add("the database pool", () => db.$client.end());
  const { events, ...others } = clients;
  const using = { db, log, ...others };
  const registrations = createRegistrations(using);
  const chargeAndConfirm = createChargeAndConfirm(using, config.batching);
  return {
    ...using,
    chargeAndConfirm,
    join: createJoin(using, registrations, config.batching, chargeAndConfirm),
    submitScores: createSubmitScores(using, registrations),
    publisher: createPublisher(db, events, log, shutdown),
  };
}
