import {
  callerToken,
  readEnv,
  serviceAddress,
  serviceConfig,
  type ServiceConfig,
} from "@tms/kit/process/config";

/** The wallet's settings. */
export interface WalletConfig extends ServiceConfig {
  /** Where the events service is. */
  eventsUrl: string;
  /** Identifies this service to those that it calls. */
  callerToken: string;
}

/** Reads the wallet's settings; throws ConfigError naming every fault. */
export function readConfig(): WalletConfig {
  const env = readEnv();
  const config = {
    ...serviceConfig(env, 7104),
    eventsUrl: serviceAddress(env, "EVENTS_URL"),
    callerToken: callerToken(env),
  };
  env.done();
  return config;
}
