import { openDatabase } from "@tms/kit/database/pool";
import { createLogger } from "@tms/kit/process/log";
import { testDatabase } from "@tms/kit/testing/database";
import { afterAll } from "vitest";

/** Opens a database for the tests of a file: that of the tournament service, as its role. */
export async function databaseOfFile() {
  const log = createLogger("test", "silent");
  const database = await testDatabase();
  const db = openDatabase({ url: database.urlFor("tournament"), poolSize: 8 }, "test", log);
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });
  return { db, database, log };
}
