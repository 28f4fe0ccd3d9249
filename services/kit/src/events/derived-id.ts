import { derivedId } from "../values/ids.ts";

/**
 * The id of one of the events that a staged one stands for: a UUIDv7 of the same time, the rest derived
 * from the staged id and the position, so that it is the same however often it is made.
 */
export function derivedEventId(stagedId: string, position: number): string {
  const rest = derivedId(stagedId, String(position));
  // The first 48 bits are the time; the version stands behind them, the variant in `rest` already.
  return `${stagedId.slice(0, 14)}7${rest.slice(15)}`;
}
