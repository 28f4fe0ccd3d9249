import pg from "pg";
import type { Fault } from "./fault.ts";

const TABLES = [
  "wallet.account",
  "entry.registration",
  "entry.entry",
  "entry.pending_join",
  "entry.board",
  "tournament.tournament",
  "settlement.settlement",
  "entry.request",
  "tournament.outbox",
  "game.api_key",
  "game.member",
  "identity.session",
  "identity.outbox",
];

/** Holds a table's rows, so that statements queue up and the small pools are exhausted. */
export const lockRows: Fault = {
  weight: 3,
  draw: (random) => ({ target: random.pick(TABLES) }),
  async begin({ servers }, { target }) {
    const client = new pg.Client({
      connectionString: servers.adminUrl,
      // The locks are the victim's problem, and must not become the harness's own.
      statement_timeout: 1_000,
    });
    client.on("error", () => undefined);
    // It may fail while the server is down or busy: then there is nothing to hold.
    const held = async () => {
      await client.connect();
      await client.query(`BEGIN; SELECT FROM ${target} FOR UPDATE`);
    };
    await held().catch(() => undefined);
    return () => client.end().catch(() => undefined);
  },
};
