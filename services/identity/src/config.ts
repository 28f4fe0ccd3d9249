import {
  keyring,
  readEnv,
  serviceConfig,
  type EnvReader,
  type ServiceConfig,
} from "@tms/kit/process/config";
import type { Keyring } from "@tms/kit/values/keyring";

/** What the identity service needs to run. */
export interface IdentityConfig extends ServiceConfig {
  /** Where people reach the gateway: issuer and audience of tokens, and the start of mailed links. */
  publicUrl: string;
  /** Makes and recognises refresh tokens and codes. */
  sessionKeys: Keyring;
  /** Seals signing keys and staged mails. */
  secretsKeys: Keyring;
  mail: MailConfig;
}

/** Where mails go. Without an SMTP server they stay in the development mailbox. */
export interface MailConfig {
  smtpUrl: string | undefined;
  from: string;
}

/** Reads the identity service's settings; throws ConfigError naming every fault. */
export function readConfig(from: NodeJS.ProcessEnv = process.env): IdentityConfig {
  const env = readEnv(from);
  const base = serviceConfig(env, 7106);
  const publicUrl = env.url(
    "PUBLIC_URL",
    ["http:", "https:"],
    base.production ? undefined : "http://127.0.0.1:8080",
  );
  const config = {
    ...base,
    publicUrl: publicUrl.replace(/\/+$/, ""),
    sessionKeys: keyring(env, "SESSION_KEY", base.production),
    secretsKeys: keyring(env, "SECRETS_KEY", base.production),
    mail: mailConfig(env, base.production),
  };
  env.done();
  return config;
}

function mailConfig(env: EnvReader, production: boolean): MailConfig {
  const smtpUrl = env.optionalUrl("SMTP_URL", ["smtp:", "smtps:"]);
  if (production && smtpUrl === undefined)
    env.fault("SMTP_URL", "is missing; production requires an SMTP server");
  const from = env.text("MAIL_FROM", smtpUrl === undefined ? "tms@localhost" : undefined);
  return { smtpUrl, from };
}
