import { after, comparePositions } from "./positions.ts";
import type { Kind } from "./record.ts";
import type { Read, StoredRecord, Stretch } from "./store.ts";

/** Where to go on in the records of each kind; empty means from the newest on. */
export type Positions = Record<Kind, string>;

// Before the first position that there can be.
const NOTHING: Positions = { success: "0-1", failure: "0-1" };
const READ_AT_ONCE = 500;

/**
 * Records of both kinds in one order, from these positions on. While one is looked at, `rest` tells
 * where to read it and all after it: of a kind that has none left nothing, as what comes later of it
 * is newer, even if it is stored in the same millisecond.
 */
export async function* newestFirst(
  read: Read,
  gameId: string,
  from: Positions,
  { kinds, since }: { kinds: readonly Kind[]; since: number },
): AsyncGenerator<StoredRecord & { rest: () => Positions }> {
  const lanes = await Promise.all(
    kinds.map(async (kind) => {
      const pages = pagesOf(read, { gameId, kind, since }, from[kind]);
      return { kind, pages, next: await pages.next() };
    }),
  );
  const rest = () => {
    const positions = { ...NOTHING };
    for (const { kind, next } of lanes)
      if (next.done !== true) positions[kind] = after(next.value.position);
    return positions;
  };
  for (;;) {
    const [first] = lanes
      .flatMap((lane) => (lane.next.done === true ? [] : [{ lane, record: lane.next.value }]))
      .toSorted((one, other) => comparePositions(other.record.position, one.record.position));
    if (first === undefined) return;
    yield { ...first.record, rest };
    first.lane.next = await first.lane.pages.next();
  }
}

async function* pagesOf(
  read: Read,
  of: Pick<Stretch, "gameId" | "kind" | "since">,
  from: string,
): AsyncGenerator<StoredRecord, undefined> {
  let before = from;
  for (;;) {
    const records = await read({ ...of, before, count: READ_AT_ONCE });
    yield* records;
    const last = records.at(-1);
    if (last === undefined || records.length < READ_AT_ONCE) return undefined;
    before = last.position;
  }
}
