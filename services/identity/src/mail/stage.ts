import type { Tx } from "@tms/kit/database/handle";
import { stage } from "@tms/kit/database/outbox";
import { newId } from "@tms/kit/values/ids";
import { encrypt, type Keyring } from "@tms/kit/values/keyring";
import { countAttempt, uncountAttempt } from "../db/attempts.ts";
import type { MailKind } from "../db/tables.ts";
import type { MailText } from "./texts.ts";

export const canonicalEmail = (email: string): string => email.toLowerCase();

export interface StagedMail {
  id: string;
  /** Null for a decoy, which is not sent. */
  to: string | null;
  sealed: string;
  usefulMinutes: number | null;
}

interface NewMail {
  to: string;
  /** A warning has no budget, because only the holder of a genuine token can cause one. */
  kind: MailKind | "warning";
  text: MailText;
  usefulMinutes?: number;
  decoy?: boolean;
  /** The network or actor that caused the mail; absent or empty if the service itself caused it. */
  requester?: string;
}

const TOPIC = "mail";
// The limits of mails of one kind to one address within an hour. A requester has its own limit, so that a
// single stranger does not use up the limit of the address. The reserve is for the first mail of each
// requester, so that a few strangers cannot block the mails of the owner.
const MAX_PER_REQUESTER = 5;
const MAX_PER_ADDRESS = 10;
const RESERVE = 10;
const HOUR_S = 3_600;

/** Stages a mail. If its budget is spent, stages a decoy and returns the time until the budget is renewed. */
export async function stageMail(tx: Tx, secretsKeys: Keyring, mail: NewMail) {
  const renewedInMs = mail.kind === "warning" ? 0 : await takeFromBudget(tx, mail.kind, mail);
  const id = newId();
  const staged: StagedMail = {
    id,
    to: mail.decoy || renewedInMs > 0 ? null : mail.to,
    sealed: encrypt(secretsKeys, Buffer.from(JSON.stringify(mail.text)), id).toString("base64"),
    usefulMinutes: mail.usefulMinutes ?? null,
  };
  await stage(tx, TOPIC, staged);
  return { renewedInMs };
}

/** Returns 0, or the time in milliseconds until a spent budget is renewed. */
async function takeFromBudget(tx: Tx, kind: MailKind, { to: account, requester = "" }: NewMail) {
  const own = { kind, account, address: requester };
  const all = { kind, account, address: "" };
  const mine = requester === "" ? undefined : await countAttempt(tx, own, HOUR_S);
  if (mine !== undefined && mine.attempts > MAX_PER_REQUESTER) return mine.leftMs;
  const max = mine?.attempts === 1 ? MAX_PER_ADDRESS + RESERVE : MAX_PER_ADDRESS;
  const { attempts, leftMs } = await countAttempt(tx, all, HOUR_S);
  if (attempts <= max) return 0;
  // A mail that is not sent spends no budget.
  await uncountAttempt(tx, all);
  if (mine !== undefined) await uncountAttempt(tx, own);
  return leftMs;
}
