import {
  callerToken,
  joinBatching,
  serviceAddress,
  readEnv,
  serviceConfig,
} from "@tms/kit/process/config";

/** Reads the entry service's settings; throws ConfigError naming every fault. */
export function readConfig() {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7103),
    urls: {
      tournament: serviceAddress(env, "TOURNAMENT_URL"),
      wallet: serviceAddress(env, "WALLET_URL"),
      events: serviceAddress(env, "EVENTS_URL"),
    },
    callerToken: callerToken(env),
    batching: joinBatching(env),
  };
  env.done();
  return config;
}

/** What the entry service needs to run. */
export type EntryConfig = ReturnType<typeof readConfig>;
