import type { Db } from "@tms/kit/database/handle";
import type { Deliver } from "@tms/kit/database/outbox";
import { required } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { decrypt, type Keyring } from "@tms/kit/values/keyring";
import { createTransport } from "nodemailer";
import { keepMail } from "../db/mails.ts";
import type { StagedMail } from "./stage.ts";
import type { MailText } from "./texts.ts";

export type Send = (mail: MailText & { id: string; to: string }) => Promise<void>;

const MINUTE_MS = 60_000;

/** Creates the delivery of staged mails. It skips decoys and mails that are too late to be useful. */
export const deliverBy =
  (send: Send, secretsKeys: Keyring, log: Logger): Deliver<StagedMail> =>
  async ({ payload: { id, to, sealed, usefulMinutes }, ageMs }) => {
    if (to === null) return;
    if (usefulMinutes !== null && ageMs > usefulMinutes * MINUTE_MS) {
      log.warn({ mail: id }, "a mail expired before it could be sent");
      return;
    }
    const text = required(
      decrypt(secretsKeys, Buffer.from(sealed, "base64"), id),
      "SECRETS_KEY does not contain the key that encrypted a mail",
    );
    await send({ id, to, ...(JSON.parse(text.toString()) as MailText) });
  };

const CONNECT_LIMIT_MS = 5_000;
const ANSWER_LIMIT_MS = 10_000;
// The limit for all steps together. It is shorter than the lease of a staged mail, so that no two replicas
// send the mail at the same time. At the limit the connection is closed, so that no mail is sent late.
const SEND_LIMIT_MS = 20_000;
/** The number of mails that are sent at once, each on its own connection. */
export const CONNECTIONS = 8;
// The lowest response code with which an SMTP server rejects a mail permanently.
const FIRST_PERMANENT = 500;
// The refusal of another command, such as the login, concerns all mails. An operator can correct its cause.
const ABOUT_ONE_MAIL = /^(RCPT TO|DATA)$/;

/** Stores mails in the development mailbox instead of sending them. */
export const keepIn =
  (db: Db): Send =>
  async ({ id, to: recipient, subject, body }) => {
    await traced("identity.keep-mail", () => keepMail(db, { id, recipient, subject, body }));
  };

/** Creates an SMTP sender. It logs and drops a mail that the server rejects permanently. */
export function sendBySmtp(
  { smtpUrl, from }: { smtpUrl: string; from: string },
  log: Logger,
  shutdown: Shutdown,
): Send {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: ANSWER_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  shutdown.add("the SMTP connections", () => transport.close());
  return async ({ id, to, subject, body }) => {
    // A repeat has the same id, so that mailboxes can drop it.
    const messageId = `<${id}@${domainOf(from)}>`;
    const signal = AbortSignal.timeout(SEND_LIMIT_MS);
    try {
      await transport.sendMail({ from, to, subject, text: body, messageId, signal });
    } catch (error) {
      if (signal.aborted) throw smtpError("ETIMEDOUT", 0);
      const failure = error as { code?: string; responseCode?: number; command?: string };
      const { code = "unknown", responseCode = 0, command = "" } = failure;
      // The failure itself is not thrown, because the server's message may quote the mail.
      if (responseCode < FIRST_PERMANENT || !ABOUT_ONE_MAIL.test(command))
        throw smtpError(code, responseCode);
      log.warn(
        { mail: id, code, responseCode },
        "the SMTP server rejected a mail permanently; it will not be sent",
      );
    }
  };
}

const smtpError = (code: string, responseCode: number) =>
  new Error(`the SMTP server did not accept a mail: ${code} ${responseCode}`);

const domainOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? "localhost";
