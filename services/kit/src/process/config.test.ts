import { describe, expect, test } from "vitest";
import { ConfigError, readEnv, serviceAddress, serviceConfig } from "./config.ts";

const CALLERS_FILE = "/etc/tms/callers.json";
const DATABASE_URL = "postgres://tms_wallet:pw@127.0.0.1:5432/tms";

function faultsOf(env: Record<string, string>): string[] {
  const reader = readEnv(env);
  serviceConfig(reader, 7104);
  serviceAddress(reader, "GAME_URL");
  try {
    reader.done();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

describe("the environment", () => {
  test("needs no more than what has no default", () => {
    const config = serviceConfig(readEnv({ CALLERS_FILE, DATABASE_URL }), 7104);
    expect(config).toEqual({
      host: "127.0.0.1",
      port: 7104,
      probePort: 7204,
      logLevel: "info",
      production: false,
      tlsFolder: "",
      database: { url: DATABASE_URL, poolSize: 8 },
      callersFile: CALLERS_FILE,
    });
  });

  test("has every fault reported at once", () => {
    const faults = faultsOf({
      PORT: "http",
      PROBE_PORT: "70000",
      LOG_LEVEL: "loud",
      DATABASE_URL: "mysql://127.0.0.1/tms",
      DATABASE_POOL_SIZE: "0",
      GAME_URL: "http://game:7101,game:7101",
    });
    expect(faults).toEqual([
      "PORT must be a whole number from 0 to 65535",
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent",
      "PROBE_PORT must be a whole number from 0 to 65535",
      "DATABASE_URL must be a URL starting with postgres:// or postgresql://",
      "DATABASE_POOL_SIZE must be a whole number from 1 to 100",
      "CALLERS_FILE is missing",
      "GAME_URL must be a URL starting with http:// or https://, or several separated by commas",
    ]);
  });

  test("takes an empty value for an absent one", () => {
    expect(faultsOf({ DATABASE_URL: "", GAME_URL: "", PORT: "" })).toEqual([
      "DATABASE_URL is missing",
      "CALLERS_FILE is missing",
      "GAME_URL is missing",
    ]);
  });

  test.for(["1.5", "-1", "1e9", "NaN", "7104x"])("has no port %s", (PORT) => {
    expect(
      faultsOf({ CALLERS_FILE, DATABASE_URL, GAME_URL: "http://127.0.0.1:1", PORT }),
    ).toHaveLength(1);
  });
});
