import {
  callerToken,
  serviceAddress,
  readEnv,
  serviceConfig,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** What the game service needs to run. */
export interface GameConfig extends ServiceConfig {
  walletUrl: string;
  identityUrl: string;
  eventsUrl: string;
  /** Others know this service by it. */
  callerToken: string;
}

/** Reads the game service's settings; throws ConfigError naming every fault. */
export function readConfig(): GameConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7101),
    walletUrl: serviceAddress(env, "WALLET_URL"),
    identityUrl: serviceAddress(env, "IDENTITY_URL"),
    eventsUrl: serviceAddress(env, "EVENTS_URL"),
    callerToken: callerToken(env),
  };
  env.done();
  return config;
}
