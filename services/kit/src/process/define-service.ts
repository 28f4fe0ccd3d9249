import type { DescService } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { Db } from "../database/handle.ts";
import { openDatabase } from "../database/pool.ts";
import { connectTo } from "../rpc/client.ts";
import {
  callerToken,
  readEnv,
  serviceAddress,
  serviceConfig,
  type DatabaseConfig,
  type EnvReader,
  type ServiceConfig,
} from "./config.ts";
import type { Logger } from "./log.ts";
import type { Shutdown } from "./shutdown.ts";

/** The services that a service calls. `url` is the name of the environment variable with the URL. */
type Calls = Readonly<Record<string, readonly [service: DescService, url: string]>>;

type ClientsOf<K extends Calls> = { [N in keyof K]: Client<K[N][0]> };

interface Parts<S, C> {
  database: DatabaseConfig;
  settings: S;
  clients: C;
  log: Logger;
  shutdown: Shutdown;
}

export interface DefinedService<S, C, X> {
  name: string;
  readConfig: () => ServiceConfig & { settings: S; connect: () => C };
  createContext: (parts: Parts<S, C>) => X;
}

interface Definition<K extends Calls, S, X, E extends unknown[]> {
  name: string;
  port: number;
  calls: K;
  settings: (env: EnvReader, production: boolean) => S;
  /** Returns the further fields of the context. Each context has `db`, `log` and the clients. */
  context: (parts: Parts<S, ClientsOf<K>> & { db: Db }, ...extra: E) => X;
}

export function defineService<
  const K extends Calls,
  S,
  X extends object,
  E extends unknown[] = [],
>({ name, port, calls, settings, context }: Definition<K, S, X, E>) {
  const names = Object.keys(calls);

  function createContext(parts: Parts<S, ClientsOf<K>>, ...extra: E) {
    const { database, clients, log, shutdown } = parts;
    const db = openDatabase(database, name, log);
    shutdown.add("the database pool", () => db.$client.end());
    return { ...clients, db, log, ...context({ ...parts, db }, ...extra) };
  }

  return {
    name,
    createContext,
    /** Reads the settings of the process. Throws a ConfigError that lists all invalid settings. */
    readConfig(from: NodeJS.ProcessEnv = process.env) {
      const env = readEnv(from);
      const base: ServiceConfig = serviceConfig(env, port);
      const urls = names.map((key) => serviceAddress(env, calls[key]?.[1] ?? ""));
      const token = names.length === 0 ? "" : callerToken(env);
      const own = settings(env, base.production);
      env.done();
      const connect = () =>
        Object.fromEntries(
          Object.values(calls).map(([service], index) => [
            names[index],
            connectTo(service, urls[index] ?? "", token),
          ]),
        ) as ClientsOf<K>;
      return { ...base, settings: own, connect };
    },
  };
}

export type ContextOf<D extends { createContext: (...args: never[]) => unknown }> = ReturnType<
  D["createContext"]
>;
