import { createCallerToken } from "@tms/kit/callers/token";
import { createLogger } from "@tms/kit/process/log";
import { Registry } from "prom-client";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { createMemoryStore } from "./idempotency/stores.ts";
import { createMemoryRequestStore } from "./request-log/stores.ts";

// Clients connect at their first call. This file makes no call.
const NOWHERE = "http://127.0.0.1:1";
const SERVICES = ["GAME", "TOURNAMENT", "ENTRY", "WALLET", "SETTLEMENT", "IDENTITY", "EVENTS"];

/** Returns the OpenAPI document without a running gateway, for tools. */
export async function openapiDocument(): Promise<object> {
  const config = readConfig({
    ...Object.fromEntries(SERVICES.map((name) => [`${name}_URL`, NOWHERE])),
    CALLER_TOKEN: createCallerToken(),
    LOG_LEVEL: "silent",
  });
  const app = await buildApp({
    config,
    log: createLogger("gateway", "silent"),
    metrics: new Registry(),
    clients: connectClients(config.clients, config.callerToken),
    idempotency: createMemoryStore(),
    requests: createMemoryRequestStore(),
  });
  try {
    await app.ready();
    return app.swagger();
  } finally {
    await app.close();
  }
}
