import {
  callerToken,
  readEnv,
  serviceAddress,
  serviceConfig,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** The events service's settings. */
export interface EventsConfig extends ServiceConfig {
  /** Where the game service is. */
  gameUrl: string;
  /** Identifies this service to those that it calls. */
  callerToken: string;
}

/** Reads the events service's settings; throws ConfigError naming every fault. */
export function readConfig(): EventsConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7107),
    gameUrl: serviceAddress(env, "GAME_URL"),
    callerToken: callerToken(env),
  };
  env.done();
  return config;
}
