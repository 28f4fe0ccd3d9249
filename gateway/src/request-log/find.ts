import { newestFirst } from "./newest-first.ts";
import { KINDS, type RequestRecord } from "./record.ts";
import { KEPT_MS, type Read } from "./store.ts";

// More than a store ever holds of an environment.
const MOST_IN_ALL = 25_000;

/** Finds the newest request of an id in an environment. */
export async function findRequest(
  read: Read,
  gameId: string,
  requestId: string,
): Promise<RequestRecord | undefined> {
  const quoted = JSON.stringify(requestId);
  const from = { success: "", failure: "" };
  const since = Date.now() - KEPT_MS;
  let looked = 0;
  for await (const { text } of newestFirst(read, gameId, from, { kinds: KINDS, since })) {
    if (++looked > MOST_IN_ALL) return undefined;
    // Parsing all of them would take ten times as long.
    if (!text.includes(quoted)) continue;
    const record = JSON.parse(text) as RequestRecord;
    if (record.requestId === requestId) return record;
  }
  return undefined;
}
