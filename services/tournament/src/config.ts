import { callerToken, peerUrl, readEnv, serviceConfig, type ServiceConfig } from "@tms/kit/config";

/** What the tournament service needs to run. */
export interface TournamentConfig extends ServiceConfig {
  peers: PeerUrls;
  /** Others know this service by it. */
  callerToken: string;
}

/** Where the services are that this one calls. */
export interface PeerUrls {
  game: string;
  wallet: string;
  entry: string;
  settlement: string;
}

/** Reads the tournament service's settings; throws ConfigError naming every fault. */
export function readConfig(): TournamentConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7102),
    callerToken: callerToken(env),
    peers: {
      game: peerUrl(env, "GAME_URL"),
      wallet: peerUrl(env, "WALLET_URL"),
      entry: peerUrl(env, "ENTRY_URL"),
      settlement: peerUrl(env, "SETTLEMENT_URL"),
    },
  };
  env.done();
  return config;
}
