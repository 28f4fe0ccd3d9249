import { stage } from "@tms/kit/database/outbox";
import type { Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { seal, type Keyring } from "@tms/kit/values/keyring";
import { countAttempt } from "../db/attempts.ts";
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
  text: MailText;
  /** After how many minutes it is of no use. */
  usefulMinutes?: number;
  /** Stages it so that it is sent to nobody. */
  decoy?: boolean;
}

const TOPIC = "mail";
// Nobody can have somebody else's mailbox filled.
const MOST_PER_HOUR = 10;
const HOUR_S = 3_600;

/**
 * Stages a mail in the transaction that causes it. An address that got ten within the hour gets none,
 * and nobody is told.
 */
export async function stageMail(tx: Tx, secretsKeys: Keyring, mail: NewMail): Promise<void> {
  const subject = { kind: "mail", account: mail.to, address: "" } as const;
  const { attempts } = await countAttempt(tx, subject, HOUR_S);
  const id = newId();
  const staged: StagedMail = {
    id,
    to: mail.decoy || attempts > MOST_PER_HOUR ? null : mail.to,
    sealed: seal(secretsKeys, Buffer.from(JSON.stringify(mail.text)), id).toString("base64"),
    usefulMinutes: mail.usefulMinutes ?? null,
  };
  await stage(tx, TOPIC, staged);
}
