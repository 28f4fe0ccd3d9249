import pg from "pg";

// As the services do it: plans are made once, perhaps while a table is still empty, and must
// be right when it has a million rows.
const PLANNING = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

/** Opens a database as its administrator, to fill it and to look into it. */
export const openAsAdmin = (connectionString: string, connections: number): pg.Pool =>
  new pg.Pool({
    connectionString,
    max: connections,
    application_name: "bench",
    options: PLANNING,
  });
