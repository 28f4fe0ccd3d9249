import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { findEntries, listGamerEntries as listRows, type GamerEntry } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { gamerNotFound } from "../errors.ts";
import { entryMessage } from "../messages.ts";
import { withRanks } from "../ranking/entry-rank.ts";

const DEFAULT_PAGE_SIZE = 50;
// Somebody may have played in any number of tournaments that are long over.
const MOST_LOOKED_AT = 1_000;

/** A page of a gamer's entries, the newest first. */
export const listGamerEntries =
  ({ db }: Context): Rpcs["listGamerEntries"] =>
  async ({ gameId, handle, open, pageSize, pageToken }) => {
    const [gamer] = await findGamers(db, [{ gameId, handle }]);
    if (gamer === undefined) throw gamerNotFound();
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["gamer entries", gamer.id, String(open)];
    const [beforeId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const limit = open ? MOST_LOOKED_AT : size + 1;
    const rows = await listRows(db, gamer.id, beforeId, limit);
    const { ids, lastId } = cutEntries(rows, open, size, limit);
    const found = new Map((await findEntries(db, ids)).map((entry) => [entry.id, entry]));
    const entries = await withRanks(
      db,
      ids.flatMap((id) => found.get(id) ?? []),
    );
    return {
      entries: entries.map(entryMessage),
      nextPageToken: lastId === undefined ? "" : encodePageToken(list, [lastId]),
    };
  };

/** The entries of a page, and after which the next one begins; undefined for the last page. */
function cutEntries(rows: readonly GamerEntry[], openOnly: boolean, size: number, limit: number) {
  const wanted = openOnly ? rows.filter(({ open }) => open) : rows;
  const ids = wanted.slice(0, size).map(({ id }) => id);
  if (wanted.length > size) return { ids, lastId: ids.at(-1) };
  return { ids, lastId: rows.length === limit ? rows.at(-1)?.id : undefined };
}
