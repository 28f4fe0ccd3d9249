import { createRelay } from "@tms/kit/database/outbox";
import { keyring, type EnvReader } from "@tms/kit/process/config";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import type { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { CONNECTIONS, deliverBy, keepIn, sendBySmtp } from "./mail/send.ts";
import { createHasher } from "./passwords.ts";

export const identity = defineService({
  name: "identity",
  port: 7106,
  calls: {},
  settings: (env: EnvReader, production: boolean) => ({
    /** The URL of the gateway: issuer and audience of tokens, and the start of mailed links. */
    publicUrl: env
      .url("PUBLIC_URL", ["http:", "https:"], production ? undefined : "http://127.0.0.1:8080")
      .replace(/\/+$/, ""),
    sessionKeys: keyring(env, "SESSION_KEY", production),
    secretsKeys: keyring(env, "SECRETS_KEY", production),
    mail: readMail(env, production),
  }),
  context({ db, settings: { mail, ...settings }, log, shutdown }) {
    const { smtpUrl, from } = mail;
    const send = smtpUrl === undefined ? keepIn(db) : sendBySmtp({ smtpUrl, from }, log, shutdown);
    return {
      ...settings,
      hasher: createHasher(),
      hasMailbox: smtpUrl === undefined,
      relay: createRelay(db, deliverBy(send, settings.secretsKeys, log), log, CONNECTIONS),
    };
  },
});

export type Context = ContextOf<typeof identity>;

export type Rpcs = Partial<Handlers<typeof IdentityService, Context>>;

/** Reads the settings of mails. Without an SMTP server, mails stay in the development mailbox. */
function readMail(env: EnvReader, production: boolean) {
  const smtpUrl = env.optionalUrl("SMTP_URL", ["smtp:", "smtps:"]);
  if (production && smtpUrl === undefined)
    env.fault("SMTP_URL", "is missing; production requires an SMTP server");
  const from = env.text("MAIL_FROM", smtpUrl === undefined ? "tms@localhost" : undefined);
  return { smtpUrl, from };
}
