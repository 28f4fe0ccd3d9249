import { derivedId } from "../values/ids.ts";

/**
 * Derives the id of an event in a staged span: a UUIDv7 with the time of the staged id. The other bits are
 * derived from the staged id and the position, so that each expansion gives the same id.
 */
export function derivedEventId(stagedId: string, position: number): string {
  const rest = derivedId(stagedId, String(position));
  // The first 48 bits are the time. The version follows. `rest` already has the variant.
  return `${stagedId.slice(0, 14)}7${rest.slice(15)}`;
}
