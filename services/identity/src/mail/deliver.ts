import type { Deliver } from "@tms/kit/database/outbox";
import type { Logger } from "@tms/kit/process/log";
import { open, type Keyring } from "@tms/kit/values/keyring";
import type { StagedMail } from "./stage.ts";
import type { MailText } from "./texts.ts";

/** A mail on its way. */
export interface OutgoingMail extends MailText {
  id: string;
  to: string;
}

/** Sends a mail; it may be called again for the same one. */
export type Send = (mail: OutgoingMail) => Promise<void>;

const MINUTE_MS = 60_000;

/** Sends staged mails, except those to nobody and those that come too late to be of use. */
export const deliverBy =
  (send: Send, secretsKeys: Keyring, log: Logger): Deliver<StagedMail> =>
  async ({ payload: { id, to, sealed, usefulMinutes }, ageMs }) => {
    if (to === null) return;
    if (usefulMinutes !== null && ageMs > usefulMinutes * MINUTE_MS) {
      log.warn({ mail: id }, "a mail expired before it could be sent");
      return;
    }
    const text = open(secretsKeys, Buffer.from(sealed, "base64"), id);
    if (text === undefined)
      throw new Error("SECRETS_KEY does not contain the key that encrypted a mail");
    await send({ id, to, ...(JSON.parse(text.toString()) as MailText) });
  };
