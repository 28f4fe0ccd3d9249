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
import { createOpenRegistration, type RegistrationContext } from "./registration.ts";
import { createSubmitScores, type SubmitScores } from "./scoring/submit-scores.ts";

// Transactions are short, so a longer wait means that a lock holder is stuck. The waiting statement fails,
// which frees its connection, and the caller can retry.
const LOCK_TIMEOUT = "1s";

export interface Context extends RegistrationContext, ChargeContext {
  join: Join;
  submitScores: SubmitScores;
  chargeAndConfirm: ChargeAndConfirm;
  publisher: Publisher;
}

export type Rpcs = RpcsOf<typeof EntryService>;

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
    // Sent before the first query. If it fails, the connection is closed.
    client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`).catch(() => client.end());
  });
  shutdown.add("the database pool", () => db.$client.end());
  const { events, ...others } = clients;
  const using = { db, log, ...others };
  const openRegistration = createOpenRegistration(using);
  const chargeAndConfirm = createChargeAndConfirm(using, config.batching);
  return {
    ...using,
    chargeAndConfirm,
    join: createJoin(db, openRegistration, config.batching, chargeAndConfirm),
    submitScores: createSubmitScores(db, openRegistration),
    publisher: createPublisher(db, events, log, shutdown),
  };
}
