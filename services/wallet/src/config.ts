import { readEnv, serviceConfig, type ServiceConfig } from "@tms/kit/process/config";

/** Reads the wallet's settings; throws ConfigError naming every fault. */
export function readConfig(): ServiceConfig {
  const env = readEnv();
  const config = serviceConfig(env, 7104);
  env.done();
  return config;
}
