import { readFile } from "node:fs/promises";
import { withDatabase } from "@tms/kit/database/admin";
import { secretsInDatabase } from "@tms/kit/testing/leaks/database";
import { findingsIn, knownSecrets, type Finding } from "@tms/kit/testing/leaks/findings";
import { secretsIn } from "@tms/kit/testing/leaks/kinds";
import { secretsInLogs } from "@tms/kit/testing/leaks/logs";
import pg from "pg";
import { secretsInRedis } from "./redis.ts";

/** Where the suites of a run leave what they wrote. */
export interface Searched {
  /** Where they noted what they found in logs, problems and databases that they dropped. */
  folder: string;
  databaseUrls: readonly string[];
  redisUrl: string | undefined;
  /** What vitest wrote of them. */
  reportFile: string;
}

/**
 * Everything that the suites of a run left behind and that holds a secret: what they noted themselves,
 * databases and logs of servers that are still there, Redis, the report.
 */
export async function leaksOf({
  folder,
  databaseUrls,
  redisUrl,
  reportFile,
}: Searched): Promise<Finding[]> {
  const known = knownSecrets(folder);
  const report = secretsIn(await readFile(reportFile, "utf8"), known);
  const found = [
    ...findingsIn(folder),
    ...(await secretsInLogs(folder, known)),
    ...(redisUrl === undefined ? [] : await secretsInRedis(redisUrl, known)),
    ...report.map((secret) => ({ place: "the report", secret })),
  ];
  for (const url of databaseUrls) found.push(...(await secretsInDatabase(url, known)));
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** The databases of a server, as its administrator reaches them. */
export async function databasesOf(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE NOT datistemplate`,
    );
    return rows.map(({ datname }) => withDatabase(adminUrl, datname));
  } finally {
    await client.end();
  }
}
