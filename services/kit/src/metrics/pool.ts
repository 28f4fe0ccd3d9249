import { Gauge } from "prom-client";
import type { Pool } from "../database/pool.ts";

/** What the connections of a pool are doing, and how many queries wait for one. */
export function poolGauges(pool: Pool): Gauge[] {
  const connections: Gauge<"state"> = new Gauge({
    name: "tms_database_connections",
    help: "Open connections to Postgres, by state",
    labelNames: ["state"],
    registers: [],
    collect() {
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    },
  });
  const waiting: Gauge = new Gauge({
    name: "tms_database_waiting",
    help: "Transactions and queries waiting for a connection to Postgres",
    registers: [],
    collect() {
      waiting.set(pool.waitingCount);
    },
  });
  return [connections, waiting];
}
