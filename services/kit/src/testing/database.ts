import { administer, serviceUrl, withDatabase } from "../database/admin.ts";
import { newId } from "../values/ids.ts";
import { searchDatabase } from "./leaks.ts";

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** The name of the migrated database from which the databases of tests are cloned. */
export const TEST_TEMPLATE = "tms_template";

/** Clones the template on the server that `pnpm test` has started. Throws an Error without such a server. */
export async function testDatabase() {
  const server = process.env["TMS_TEST_ADMIN_URL"];
  if (!server) throw new Error("TMS_TEST_ADMIN_URL is not set; run the tests through pnpm test");
  const name = `test_${newId().replaceAll("-", "")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE}`);
  const adminUrl = withDatabase(server, name);
  return {
    /** The URL with the role that owns everything in the database. */
    adminUrl,
    urlFor: (service: string): string => serviceUrl(adminUrl, service),
    /** Ends every connection, searches the database for secrets that a test left, and drops the database. */
    async drop(): Promise<void> {
      await searchDatabase(adminUrl);
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
