import type { Tx } from "@tms/kit/database/handle";
import {
  findGamers,
  insertGamers,
  type GamerKey,
  type GamerRow,
  type NewGamer,
} from "../db/gamers.ts";

/** Names a gamer of any game. */
export const gamerKey = ({ gameId, handle }: GamerKey): string => `${gameId}/${handle}`;

/** Finds a gamer, or records one that is new. */
export async function findOrInsertGamer(
  tx: Tx,
  key: NewGamer,
): Promise<{ gamer: GamerRow; created: boolean }> {
  // Sent together, executed in this order.
  const [inserted, [gamer]] = await Promise.all([insertGamers(tx, [key]), findGamers(tx, [key])]);
  if (gamer === undefined) throw new Error("a gamer disappeared");
  return { gamer, created: inserted.length > 0 };
}

/** Ids of all gamers named, by {@link gamerKey}; records those that are not among the known ones. */
export async function recordGamers(
  tx: Tx,
  gamers: readonly NewGamer[],
  known: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, NewGamer>();
  for (const gamer of gamers) {
    const key = gamerKey(gamer);
    if (!known.has(key)) missing.set(key, gamer);
  }
  if (missing.size === 0) return known;
  const newcomers = [...missing.values()];
  const inserted = await insertGamers(tx, newcomers);
  // Another batch recorded the others meanwhile.
  const others = inserted.length < newcomers.length ? await findGamers(tx, newcomers) : [];
  const ids = new Map(known);
  for (const gamer of [...inserted, ...others]) ids.set(gamerKey(gamer), gamer.id);
  return ids;
}
