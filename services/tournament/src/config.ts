import {
  callerToken,
  serviceAddress,
  readEnv,
  serviceConfig,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** The tournament service's settings. */
export interface TournamentConfig extends ServiceConfig {
  addresses: ServiceAddresses;
  /** Identifies this service to those that it calls. */
  callerToken: string;
}

/** URLs of the services that this one calls. */
export interface ServiceAddresses {
  game: string;
  wallet: string;
  entry: string;
  settlement: string;
  events: string;
}

/** Reads the tournament service's settings; throws ConfigError naming every fault. */
export function readConfig(): TournamentConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7102),
    callerToken: callerToken(env),
    addresses: {
      game: serviceAddress(env, "GAME_URL"),
      wallet: serviceAddress(env, "WALLET_URL"),
      entry: serviceAddress(env, "ENTRY_URL"),
      settlement: serviceAddress(env, "SETTLEMENT_URL"),
      events: serviceAddress(env, "EVENTS_URL"),
    },
  };
  env.done();
  return config;
}
