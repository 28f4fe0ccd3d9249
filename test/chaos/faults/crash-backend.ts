import { nothing, type Fault } from "./fault.ts";

/** kill -9 of one backend: Postgres ends all the others and recovers from its log. */
export const crashBackend: Fault = {
  weight: 1,
  draw: () => ({ target: "postgres" }),
  async begin({ admin }) {
    const pid = await admin(async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'tms\\_%' ORDER BY query_start DESC`,
      );
      return rows[0]?.pid;
    });
    try {
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
    return nothing;
  },
};
