import { stage } from "@tms/kit/database/outbox";
import type { Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { seal, type Keyring } from "@tms/kit/values/keyring";
import { countAttempt } from "../db/attempts.ts";
import type { MailKind } from "../db/tables.ts";
import type { MailText } from "./texts.ts";

/** A staged mail. Its text may hold a code, so it is sealed. */
export interface StagedMail {
  id: string;
  /** Null for one that only makes the work the same: it is sent to nobody. */
  to: string | null;
  /** A sealed {@link MailText}, in base64. */
  sealed: string;
  /** For how many minutes it is of use; null for ever. */
  usefulMinutes: number | null;
}

/** A mail to be staged. */
export interface NewMail {
  to: string;
  /** A warning is never left out: only who has held a genuine token of the person can cause one. */
  kind: MailKind | "warning";
  text: MailText;
  /** After how many minutes it is of no use. */
  usefulMinutes?: number;
  /** Stages it so that it is sent to nobody. */
  decoy?: boolean;
}

const TOPIC = "mail";
// Nobody can have somebody else's mailbox filled. Each kind has a budget of its own, so that whoever
// spends that of one does not keep the others from coming.
const MOST_PER_HOUR = 10;
const HOUR_S = 3_600;

/**
 * Stages a mail in the transaction that causes it. An address that got ten of its kind within the hour
 * gets none: then it is false, and whoever asked is not told.
 */
export async function stageMail(tx: Tx, secretsKeys: Keyring, mail: NewMail): Promise<boolean> {
  const isWithinBudget = mail.kind === "warning" || (await takeFromBudget(tx, mail.kind, mail.to));
  const id = newId();
  const staged: StagedMail = {
    id,
    to: mail.decoy || !isWithinBudget ? null : mail.to,
    sealed: seal(secretsKeys, Buffer.from(JSON.stringify(mail.text)), id).toString("base64"),
    usefulMinutes: mail.usefulMinutes ?? null,
  };
  await stage(tx, TOPIC, staged);
  return isWithinBudget;
}

async function takeFromBudget(tx: Tx, kind: MailKind, to: string): Promise<boolean> {
  const { attempts } = await countAttempt(tx, { kind, account: to, address: "" }, HOUR_S);
  return attempts <= MOST_PER_HOUR;
}
