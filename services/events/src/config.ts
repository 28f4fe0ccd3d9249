import {
  callerToken,
  keyring,
  readEnv,
  serviceAddress,
  serviceConfig,
  type EnvReader,
  type ServiceConfig,
} from "@tms/kit/process/config";
import type { Keyring } from "@tms/kit/values/keyring";

/** The events service's settings. */
export interface EventsConfig extends ServiceConfig {
  /** Where the game service is. */
  gameUrl: string;
  /** Where the identity service is, which sends mails. */
  identityUrl: string;
  /** Identifies this service to those that it calls. */
  callerToken: string;
  /** Seals the secrets of endpoints. */
  secretsKeys: Keyring;
  /** Whether endpoints may be private addresses, and without TLS. */
  allowPrivate: boolean;
}

/** Reads the events service's settings; throws ConfigError naming every fault. */
export function readConfig(from: NodeJS.ProcessEnv = process.env): EventsConfig {
  const env = readEnv(from);
  const base = serviceConfig(env, 7107);
  const config = {
    ...base,
    gameUrl: serviceAddress(env, "GAME_URL"),
    identityUrl: serviceAddress(env, "IDENTITY_URL"),
    callerToken: callerToken(env),
    secretsKeys: keyring(env, "SECRETS_KEY", base.production),
    allowPrivate: allowPrivate(env, base.production),
  };
  env.done();
  return config;
}

function allowPrivate(env: EnvReader, production: boolean): boolean {
  const isAllowed = env.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true";
  if (isAllowed && production)
    env.fault(
      "WEBHOOK_ALLOW_PRIVATE",
      "must not be true in production: webhooks could reach private addresses",
    );
  return isAllowed;
}
