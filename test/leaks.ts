import { withDatabase } from "@tms/kit/database/admin";
import {
  findInDatabase,
  findInLogs,
  findSecrets,
  query,
  readNotes,
  type Finding,
} from "@tms/kit/testing/leaks";
import { Redis } from "ioredis";

/** The data that a run of the suites leaves. */
export interface RunData {
  /** The folder of the servers, which also contains the notes of the suites. */
  folder: string;
  databaseUrls: readonly string[];
  redisUrl: string | undefined;
  /** The result of the suites, with the text of their failures. */
  report: string;
}

/** Returns the secrets that a run of the suites leaves, each once per place. */
export async function findLeaks(data: RunData): Promise<Finding[]> {
  const { folder, databaseUrls, redisUrl, report } = data;
  const { findings, known } = readNotes(folder);
  findings.push(...findSecrets("the report", report, known), ...(await findInLogs(folder, known)));
  for (const url of databaseUrls) findings.push(...(await findInDatabase(url, known)));
  if (redisUrl !== undefined) findings.push(...(await findInRedis(redisUrl, known)));
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}

/** Returns the URLs of all databases of a server. */
export async function listDatabases(adminUrl: string): Promise<string[]> {
  const names = "SELECT datname FROM pg_database WHERE NOT datistemplate";
  const rows = await query<{ datname: string }>(adminUrl, names);
  return rows.map(({ datname }) => withDatabase(adminUrl, datname));
}

async function findInRedis(url: string, known: readonly string[]): Promise<Finding[]> {
  const redis = new Redis(url);
  const found: Finding[] = [];
  try {
    // A dump then contains the strings of a value of any type as they are.
    await redis.config("SET", "rdbcompression", "no");
    for (const [, database = ""] of (await redis.info("keyspace")).matchAll(/^db(\d+):/gm)) {
      await redis.select(Number(database));
      for (const key of await redis.keys("*")) {
        // A long part of the key differs in each run, and may itself be the secret.
        const shape = key.replaceAll(/[0-9A-Za-z_-]{20,}/g, "…").slice(0, 80);
        const text = `${key}\n${await redis.dump(key)}`;
        found.push(...findSecrets(`the Redis key ${shape}`, text, known));
      }
    }
    return found;
  } finally {
    redis.disconnect();
  }
}
