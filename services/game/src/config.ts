import {
  callerToken,
  serviceAddress,
  readEnv,
  serviceConfig,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** What the game service needs to run. */
export interface GameConfig extends ServiceConfig {
  addresses: ServiceAddresses;
  /** Others know this service by it. */
  callerToken: string;
}

/** URLs of the services that this one calls. */
export interface ServiceAddresses {
  wallet: string;
  identity: string;
  events: string;
  entry: string;
  tournament: string;
  settlement: string;
}

/** Reads the game service's settings; throws ConfigError naming every fault. */
export function readConfig(): GameConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7101),
    addresses: {
      wallet: serviceAddress(env, "WALLET_URL"),
      identity: serviceAddress(env, "IDENTITY_URL"),
      events: serviceAddress(env, "EVENTS_URL"),
      entry: serviceAddress(env, "ENTRY_URL"),
      tournament: serviceAddress(env, "TOURNAMENT_URL"),
      settlement: serviceAddress(env, "SETTLEMENT_URL"),
    },
    callerToken: callerToken(env),
  };
  env.done();
  return config;
}
