import { isIP } from "node:net";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { LRUCache } from "lru-cache";
import type { Clients } from "../../clients.ts";
import { CALL_LIMIT } from "../call-limit.ts";

/** Notes that a key was used from an address. */
export type NoteUse = (keyId: string, address: string) => void;

/** How uses are gathered. */
export interface KeyUseTimes {
  /** How long a use waits for others. */
  waitMs: number;
}

interface Use {
  at: number;
  address: string;
}

const TIMES: KeyUseTimes = { waitMs: 1_000 };
// As many keys as are kept (key-cache.ts), so that a busy one is told once a minute.
const MOST_KEYS = 10_000;
const MOST_AT_ONCE = 256;
const MINUTE_MS = 60_000;

/**
 * Tells the game service when keys were last used, to the minute: the first use of a key within a
 * minute waits a second for those of other keys, and all travel together, beside the requests. A use
 * that cannot be told is forgotten, for nothing depends on it.
 */
export function createKeyUses(games: Clients["game"], times: KeyUseTimes = TIMES): NoteUse {
  /** The minute in which each key's use was last noted. */
  const noted = new LRUCache<string, number>({ max: MOST_KEYS });
  let waiting = new Map<string, Use>();

  async function tell(): Promise<void> {
    const uses = [...waiting].map(([apiKeyId, { at, address }]) => ({
      apiKeyId,
      useTime: timestampFromMs(at),
      address,
    }));
    waiting = new Map();
    for (let from = 0; from < uses.length; from += MOST_AT_ONCE)
      await games.recordApiKeyUses({ uses: uses.slice(from, from + MOST_AT_ONCE) }, CALL_LIMIT);
  }

  return (keyId, told) => {
    const at = Date.now();
    const minute = Math.floor(at / MINUTE_MS);
    // First of all, for nearly every request ends here.
    if (noted.get(keyId) === minute) return;
    const address = plain(told);
    // A proxy may tell anything.
    if (isIP(address) === 0 || waiting.size >= MOST_KEYS) return;
    noted.set(keyId, minute);
    if (waiting.size === 0)
      setTimeout(() => void tell().catch(() => undefined), times.waitMs).unref();
    waiting.set(keyId, { at, address });
  };
}

// An IPv4 address in its IPv6 form is shown as people know it; a zone says nothing to anybody else.
const plain = (address: string): string =>
  (address.split("%")[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
