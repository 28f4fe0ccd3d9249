import { nothing, type Fault } from "./fault.ts";

const ROLES = [
  "tms_game",
  "tms_tournament",
  "tms_entry",
  "tms_wallet",
  "tms_settlement",
  "tms_identity",
];

/** Postgres ends every connection of one service, whatever it was doing. */
export const dropConnections: Fault = {
  weight: 2,
  draw: (random) => ({ target: random.pick(ROLES) }),
  async begin({ admin }, { target }) {
    await admin((client) =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`, [
        target,
      ]),
    );
    return nothing;
  },
};
