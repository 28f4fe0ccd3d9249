import { isWellFormedCallerToken } from "../callers/token.ts";
import { LOCAL_KEY_ID, parseKeyring, type Keyring } from "../values/keyring.ts";

export class ConfigError extends Error {
  override name = "ConfigError";
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Creates a reader of typed settings. An empty variable counts as missing. Faults are collected, so that an
 * operator can correct all of them at once. Call `done` last: `done` throws ConfigError if there are faults.
 */
export function readEnv(env: Env = process.env) {
  const faults: string[] = [];
  const fault = (name: string, what: string) => void faults.push(`${name} ${what}`);

  const raw = (name: string): string | undefined => env[name] || undefined;

  function text(name: string, fallback?: string): string {
    const value = raw(name) ?? fallback;
    if (value === undefined) fault(name, "is missing");
    return value ?? "";
  }

  function integer(name: string, fallback: number, min: number, max: number): number {
    const value = raw(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    fault(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  function url(name: string, protocols: readonly string[], fallback?: string): string {
    const value = text(name, fallback);
    if (value === "") return value;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      fault(name, `must be a URL starting with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return value;
  }

  const optionalUrl = (name: string, protocols: readonly string[]): string | undefined =>
    raw(name) === undefined ? undefined : url(name, protocols);

  function oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = raw(name) ?? fallback;
    const found = allowed.find((item) => item === value);
    if (found === undefined) fault(name, `must be one of ${allowed.join(", ")}`);
    return found ?? fallback;
  }

  function done(): void {
    if (faults.length > 0)
      throw new ConfigError(`Invalid environment variables:\n  ${faults.join("\n  ")}`);
  }

  return { text, integer, url, optionalUrl, oneOf, fault, done };
}

export type EnvReader = ReturnType<typeof readEnv>;

/** Reads settings. Throws a ConfigError that lists all invalid settings. */
export function readSettings<T>(read: (env: EnvReader) => T, from: Env = process.env): T {
  const env = readEnv(from);
  const settings = read(env);
  env.done();
  return settings;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

export type ProcessConfig = ReturnType<typeof processConfig>;

export const processConfig = (env: EnvReader, defaultPort: number) => ({
  host: env.text("HOST", "127.0.0.1"),
  port: env.integer("PORT", defaultPort, 0, 65535),
  logLevel: env.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
  production: env.text("NODE_ENV", "development") === "production",
  /** The folder with the certificates for calls between processes. Empty if the calls are not encrypted. */
  tlsFolder: env.text("TLS_FOLDER", ""),
  /** Undefined if tracing is off. */
  tracing: tracingConfig(env),
});

const ROOT_SAMPLERS = ["always_on", "always_off", "traceidratio"] as const;
const SAMPLERS = [...ROOT_SAMPLERS.map((name) => `parentbased_${name}` as const), ...ROOT_SAMPLERS];

export type TracingConfig = NonNullable<ReturnType<typeof tracingConfig>>;

/** Reads the variables of OpenTelemetry that the SDK does not read. Returns undefined without an endpoint. */
function tracingConfig(env: EnvReader) {
  if (env.optionalUrl("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]) === undefined)
    return undefined;
  /** The share of traces, from 0 to 1, that a `traceidratio` sampler records. */
  const ratio = Number(env.text("OTEL_TRACES_SAMPLER_ARG", "1"));
  if (!(ratio >= 0 && ratio <= 1))
    env.fault("OTEL_TRACES_SAMPLER_ARG", "must be a number from 0 to 1");
  return { sampler: env.oneOf("OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on"), ratio };
}

/** Reads PROBE_PORT. Its default is PORT plus 100, or any free port if PORT is 0. */
export const probePort = (env: EnvReader, port: number): number =>
  env.integer("PROBE_PORT", port === 0 ? 0 : port + 100, 0, 65535);

export type ServiceConfig = ReturnType<typeof serviceConfig>;
export type DatabaseConfig = ServiceConfig["database"];

export function serviceConfig(env: EnvReader, defaultPort: number) {
  const base = processConfig(env, defaultPort);
  return {
    ...base,
    probePort: probePort(env, base.port),
    database: {
      url: env.url("DATABASE_URL", ["postgres:", "postgresql:"]),
      poolSize: env.integer("DATABASE_POOL_SIZE", 8, 1, 100),
    },
    callersFile: env.text("CALLERS_FILE"),
  };
}

export type Batching = ReturnType<typeof joinBatching>;

export const joinBatching = (env: EnvReader) => ({
  /** The maximum number of joins in a batch. 1 sends each join alone. */
  maxBatch: env.integer("JOIN_BATCH_MAX", 256, 1, 1_000),
  // Two batches keep the called service busy while a response is in transit. More batches would be smaller.
  inFlight: env.integer("JOIN_BATCHES_IN_FLIGHT", 2, 1, 1_024),
});

export function callerToken(env: EnvReader): string {
  const token = env.text("CALLER_TOKEN");
  if (token !== "" && !isWellFormedCallerToken(token))
    env.fault("CALLER_TOKEN", "is not a caller token; caller tokens start with tmsc_");
  return token;
}

/** Reads the URL of a service, or the URLs of its replicas, separated by commas. */
export function serviceAddress(env: EnvReader, name: string): string {
  const urls = env.text(name);
  const rule = "must be a URL starting with http:// or https://, or several separated by commas";
  if (urls !== "" && !urls.split(",").every((url) => /^https?:/.test(url) && URL.canParse(url)))
    env.fault(name, rule);
  return urls;
}

/** Reads a keyring like `id:key,id:key`. In production, a key that `start` generated is a fault. */
export function keyring(env: EnvReader, name: string, production: boolean): Keyring {
  const text = env.text(name);
  const keys = parseKeyring(text);
  const rule = "must be id:key, or several separated by commas; each key is 32 bytes in base64";
  if (text !== "" && keys === undefined) env.fault(name, rule);
  const refusal =
    "contains a key that `start` generated for local use; generate a new key for production";
  if (production && keys?.some(({ id }) => id === LOCAL_KEY_ID)) env.fault(name, refusal);
  return keys ?? [{ id: "", key: Buffer.alloc(0) }];
}
