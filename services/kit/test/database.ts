import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase } from "@tms/kit/testing/database";

/** A database with the tables `request` and `outbox`: the tournament service's has both. */
export async function startDatabase(): Promise<{ db: Db; drop: () => Promise<void> }> {
  const database = await testDatabase();
  const config = { url: database.urlFor("tournament"), poolSize: 8 };
  const db = openDatabase(config, "test", createLogger("test", "silent"));
  return {
    db,
    async drop() {
      await db.$client.end();
      await database.drop();
    },
  };
}
