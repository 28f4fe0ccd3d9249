import { planRenewal } from "@tms/cli/renew";
import { Redis } from "ioredis";
import { renewFolder } from "../folder/renew-folder.ts";
import { StackError } from "../stack-error.ts";

// `--fresh`: what `start` and the product made is removed, and nothing else.

/** Renews all that a locked data folder and the servers of the environment hold of the product. */
export async function renew(
  folder: string,
  say: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  // The one that may refuse goes first.
  if (env["DATABASE_URL"]) await renewDatabase(env["DATABASE_URL"], say);
  if (env["REDIS_URL"]) await renewRedis(env["REDIS_URL"], say);
  const kept = await renewFolder(folder);
  if (kept.length > 0)
    say(`Kept in ${folder} because start did not create them: ${kept.join(", ")}.`);
}

/** Drops the product's own schemas from a database, after it has said which. */
async function renewDatabase(adminUrl: string, say: (line: string) => void): Promise<void> {
  try {
    const { schemas, run } = await planRenewal(adminUrl);
    if (schemas.length === 0)
      return say("The database of DATABASE_URL contains no data of the product.");
    say(
      `Dropping the schemas ${schemas.join(", ")} of the database of DATABASE_URL. ` +
        "Its other schemas and the roles tms_*, which belong to the whole server, are kept.",
    );
    await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(
      `start --fresh cannot clear the database of DATABASE_URL: ${reason}.`,
      "Nothing was dropped. Correct the problem, start without --fresh, or unset DATABASE_URL.",
      { cause: error },
    );
  }
}

/** The queue of settlements, under BullMQ's own prefix, and the gateway's stored answers. */
const OWN_KEYS = ["bull:settlement:*", "tms:idempotency:*"];

/** Removes the product's own keys from a Redis; whatever else it holds stays. */
async function renewRedis(url: string, say: (line: string) => void): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  redis.on("error", () => undefined);
  try {
    for (const match of OWN_KEYS)
      for await (const keys of redis.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>)
        if (keys.length > 0) await redis.unlink(keys);
    say(
      `Removed the keys ${OWN_KEYS.join(" and ")} from the Redis server of REDIS_URL. Its other keys are kept.`,
    );
  } catch (error) {
    throw new StackError(
      `start --fresh cannot clear the Redis server of REDIS_URL: ${String(error)}.`,
      "Correct the problem, start without --fresh, or unset REDIS_URL.",
      { cause: error },
    );
  } finally {
    redis.disconnect();
  }
}
