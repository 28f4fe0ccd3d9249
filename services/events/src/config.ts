import {
  callerToken,
  keyring,
  readEnv,
  serviceAddress,
  serviceConfig,
} from "@tms/kit/process/config";

/** The settings of the events service. */
export type EventsConfig = ReturnType<typeof readConfig>;

/** Reads the settings. Throws a ConfigError that lists all invalid ones. */
export function readConfig(from: NodeJS.ProcessEnv = process.env) {
  const env = readEnv(from);
  const base = serviceConfig(env, 7107);
  const allowPrivate = env.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true";
  if (allowPrivate && base.production)
    env.fault(
      "WEBHOOK_ALLOW_PRIVATE",
      "must not be true in production: webhooks could reach private addresses",
    );
  const config = {
    ...base,
    gameUrl: serviceAddress(env, "GAME_URL"),
    identityUrl: serviceAddress(env, "IDENTITY_URL"),
    callerToken: callerToken(env),
    /** Encrypts the secrets of endpoints. */
    secretsKeys: keyring(env, "SECRETS_KEY", base.production),
    /** Whether endpoints may have private addresses and plain HTTP. */
    allowPrivate,
  };
  env.done();
  return config;
}
