import { isIP } from "node:net";
import { timestampFromMs, type Timestamp } from "@bufbuild/protobuf/wkt";
import { LRUCache } from "lru-cache";
import type { Clients } from "../clients.ts";
import { CALL_LIMIT } from "./access.ts";
import { plainAddress } from "@tms/kit/values/networks";

// The time for which a use waits for uses of other keys, to share a call.
const WAIT_MS = 1_000;
// Equals MAX_KEYS of key-cache.ts, so that no busy key is dropped and then reported twice in a minute.
const MAX_KEYS = 10_000;
const MAX_AT_ONCE = 256;
const MINUTE_MS = 60_000;

/**
 * Creates a function that reports uses of keys to the game service, at most one use of a key in a clock
 * minute. A use that cannot be sent is dropped, because uses are only displayed.
 */
export function createKeyUses(games: Clients["game"]) {
  const noted = new LRUCache<string, number>({ max: MAX_KEYS });
  let waiting = new Map<string, { apiKeyId: string; useTime: Timestamp; address: string }>();

  async function tell(): Promise<void> {
    const uses = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < uses.length; from += MAX_AT_ONCE)
      await games.recordApiKeyUses({ uses: uses.slice(from, from + MAX_AT_ONCE) }, CALL_LIMIT);
  }

  return (apiKeyId: string, told: string): void => {
    const at = Date.now();
    const minute = Math.floor(at / MINUTE_MS);
    // This check comes first, because nearly every request ends here.
    if (noted.get(apiKeyId) === minute) return;
    const address = plainAddress(told);
    // A proxy may send any text as the address. A use without a valid address is not recorded.
    if (isIP(address) === 0 || waiting.size >= MAX_KEYS) return;
    noted.set(apiKeyId, minute);
    if (waiting.size === 0) setTimeout(() => void tell().catch(() => undefined), WAIT_MS).unref();
    waiting.set(apiKeyId, { apiKeyId, useTime: timestampFromMs(at), address });
  };
}
