import { createRelay } from "@tms/kit/database/outbox";
import type { Db } from "@tms/kit/database/handle";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { Keyring } from "@tms/kit/values/keyring";
import type { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { IdentityConfig, MailConfig } from "./config.ts";
import { deliverBy, type Send } from "./mail/deliver.ts";
import { CONNECTIONS, keepIn, sendBySmtp } from "./mail/senders.ts";
import type { StagedMail } from "./mail/stage.ts";
import { createHasher, type Hasher } from "./passwords/hashing.ts";

/** What the identity service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  publicUrl: string;
  sessionKeys: Keyring;
  secretsKeys: Keyring;
  hasher: Hasher;
  /** Whether mails stay in the development mailbox. */
  hasMailbox: boolean;
  /** Sends what is staged. */
  relay: ReturnType<typeof createRelay<StagedMail>>;
}

/** The identity service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof IdentityService>;

export function createContext(
  config: Pick<IdentityConfig, "database" | "publicUrl" | "sessionKeys" | "secretsKeys" | "mail">,
  log: Logger,
  shutdown: Shutdown,
): Context {
  const { publicUrl, sessionKeys, secretsKeys, mail } = config;
  const db = openDatabase(config.database, "identity", log);
  shutdown.add("the database pool", () => db.$client.end());
  const send = senderOf(db, mail, log, shutdown);
  return {
    db,
    log,
    publicUrl,
    sessionKeys,
    secretsKeys,
    hasher: createHasher(),
    hasMailbox: mail.smtpUrl === undefined,
    relay: createRelay(db, deliverBy(send, secretsKeys, log), log, { atOnce: CONNECTIONS }),
  };
}

function senderOf(db: Db, { smtpUrl, from }: MailConfig, log: Logger, shutdown: Shutdown): Send {
  return smtpUrl === undefined ? keepIn(db) : sendBySmtp({ smtpUrl, from }, log, shutdown);
}
