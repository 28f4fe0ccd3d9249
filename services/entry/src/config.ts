import { callerToken, joinBatching, peerUrl, readEnv, serviceConfig } from "@tms/kit/config";

/** Reads the entry service's settings; throws ConfigError naming every fault. */
export function readConfig() {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7103),
    peers: { tournament: peerUrl(env, "TOURNAMENT_URL"), wallet: peerUrl(env, "WALLET_URL") },
    callerToken: callerToken(env),
    batching: joinBatching(env),
  };
  env.done();
  return config;
}
