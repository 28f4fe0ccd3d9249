import {
  callerToken,
  joinBatching,
  serviceAddress,
  readEnv,
  serviceConfig,
} from "@tms/kit/process/config";

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

export type EntryConfig = ReturnType<typeof readConfig>;
