import { administer, serviceUrl, withDatabase } from "../database/admin.ts";
import { newId } from "../values/ids.ts";
import { searchDatabase } from "./leaks.ts";

/** A database for one test file, with the schemas and roles of all services. */
export interface TestDatabase {
  /** The URL with the role that owns everything in the database. */
  adminUrl: string;
  /** Returns the URL with the role of a service. */
  urlFor(service: string): string;
  /** Ends every connection, searches the database for secrets that a test left, and drops the database. */
  drop(): Promise<void>;
}

/** The name of the migrated database from which the databases of tests are cloned. */
export const TEST_TEMPLATE = "tms_template";

/** Clones the template on the server that `pnpm test` has started. Throws an Error without such a server. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env["TMS_TEST_ADMIN_URL"];
  if (!server) throw new Error("TMS_TEST_ADMIN_URL is not set; run the tests through pnpm test");
  const name = `test_${newId().replaceAll("-", "")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE}`);
  const adminUrl = withDatabase(server, name);
  return {
    adminUrl,
    urlFor: (service) => serviceUrl(adminUrl, service),
    async drop() {
      await searchDatabase(adminUrl);
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
