import { administer, serviceUrl, withDatabase } from "../database/admin.ts";
import { newId } from "../values/ids.ts";
import { searchDatabase } from "./leaks.ts";

/** A database of its own for one test file, with every service's schema and roles. */
export interface TestDatabase {
  /** As the owner of everything. */
  adminUrl: string;
  /** As a service's own role. */
  urlFor(service: string): string;
  /** Drops it, ending every connection; no secret may be left in it. */
  drop(): Promise<void>;
}

/** The migrated database of which the tests' databases are clones. */
export const TEST_TEMPLATE = "tms_template";

/** Clones the template on the server that `pnpm test` has started. */
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
