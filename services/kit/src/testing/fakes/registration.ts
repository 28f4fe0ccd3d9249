import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { EntryDecision } from "@tms/proto/tms/entry/v1/entry";
import { DomainError } from "../../errors/domain-error.ts";
import type { ReasonName } from "../../errors/reasons.ts";

/** A gamer's entry in a fake registration. */
export interface FakeEntry {
  id: string;
  gamerId: string;
  handle: string;
  metadata: string;
  joinedAt: Date;
  /** How many were out once it was. */
  exitNumber?: number;
  eliminatedAt?: Date;
  disqualified?: boolean;
  /** Where its game placed it in the end. */
  placement?: number;
  /** What was decided on it, oldest first. */
  decisions: EntryDecision[];
}

/** The entries of one tournament, and their ranks. */
export class FakeRegistration {
  readonly entries: FakeEntry[] = [];
  closed = false;
  /** What was left of the deadline of the call that closed it. */
  closedWithinMs: number | undefined;
  frozen = false;
  /** Joins under way; each closing finishes one. */
  unfinished = 0;
  readonly gameId: string;
  readonly tournamentId: string;
  feeMinor: bigint;

  constructor(key: { gameId: string; tournamentId: string }, feeMinor: bigint) {
    this.gameId = key.gameId;
    this.tournamentId = key.tournamentId;
    this.feeMinor = feeMinor;
  }

  find(handle: string): FakeEntry | undefined {
    return this.entries.find((entry) => entry.handle === handle);
  }

  /** The same point at every moment: how it stands now. */
  timeline(buckets: number) {
    const point = {
      time: timestampNow(),
      entries: this.entries.length,
      eliminated: this.entries.filter((entry) => isOut(entry) && !entry.disqualified).length,
      disqualified: this.entries.filter(({ disqualified }) => disqualified).length,
      prizePoolMinorUnits: this.feeMinor * BigInt(this.entries.length),
    };
    return { points: Array.from({ length: buckets }, () => point) };
  }

  /** How many are out: the exit number of whoever went out last. */
  get eliminated(): number {
    return this.entries.filter(isOut).length;
  }

  /** Puts gamers who are in out together. */
  eliminate(entries: readonly FakeEntry[]): void {
    const exitNumber = this.eliminated + entries.length;
    for (const entry of entries) Object.assign(entry, { exitNumber, eliminatedAt: new Date() });
  }

  /** Brings gamers back from the latest elimination; the others of it are as if these had stayed in. */
  undoElimination(entries: readonly FakeEntry[]): void {
    const latest = this.eliminated;
    for (const entry of entries) {
      delete entry.exitNumber;
      delete entry.eliminatedAt;
    }
    for (const other of this.entries)
      if (other.exitNumber === latest) other.exitNumber = latest - entries.length;
  }

  /** Gives everyone their final rank, once; ranks given to gamers who are out are passed over. */
  freeze(given: readonly { handle: string; rank: number }[]): void {
    if (!this.closed || this.unfinished > 0)
      throw new DomainError("UNAVAILABLE", "The registration is not closed.");
    if (this.frozen) return;
    this.frozen = true;
    const rankOf = new Map(given.map(({ handle, rank }) => [handle, rank]));
    const stillIn = this.entries.filter((entry) => !isOut(entry) && !entry.disqualified);
    const better = (rank: number) =>
      stillIn.filter((entry) => (rankOf.get(entry.handle) ?? Infinity) < rank).length;
    for (const entry of stillIn) entry.placement = 1 + better(rankOf.get(entry.handle) ?? Infinity);
  }

  /** The rank of an entry, if it has one by now. */
  rankOf({ exitNumber, placement, disqualified }: FakeEntry): number | undefined {
    if (disqualified) return undefined;
    if (exitNumber === undefined) return placement;
    const better = this.entries.filter(
      (other) => !other.disqualified && (other.exitNumber ?? Infinity) > exitNumber,
    );
    return better.length + 1;
  }

  /** How many entries can be paid as they stand. */
  get payable(): number {
    return this.entries.filter((entry) => !entry.disqualified).length;
  }

  /** Those still in by the time they joined, then by rank, the disqualified last. */
  standings(): FakeEntry[] {
    const order = (entry: FakeEntry) => (entry.disqualified ? Infinity : (this.rankOf(entry) ?? 0));
    return this.entries.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
  }

  /** How many share each rank, the best ranks first. */
  rankGroups(): { rank: number; entries: number }[] {
    const ranked = this.standings().filter((entry) => !entry.disqualified);
    const groups = Map.groupBy(ranked, (entry) => this.rankOf(entry) ?? 0);
    return Array.from(groups, ([rank, { length: entries }]) => ({ rank, entries }));
  }
}

const isOut = (entry: FakeEntry) => entry.exitNumber !== undefined;

/** Why an entry is not fit for what is asked of it, and as a sentence about its gamer. */
export type Ineligible = readonly [reason: ReasonName, description: string];

/** Entries of named gamers; throws for the first that is not there, or not fit. */
export const named = (
  registration: FakeRegistration,
  handles: readonly string[],
  unless: (entry: FakeEntry) => Ineligible | undefined,
): FakeEntry[] =>
  handles.map((handle, index) => {
    const refused = (reason: ReasonName, description: string) =>
      new DomainError(reason, `The gamer "${handle}" ${description}.`, {
        fields: [{ field: `handles[${index}]`, description }],
      });
    const entry = registration.find(handle);
    if (!entry) throw refused("GAMER_NOT_ENTERED", "is not in this tournament");
    const ineligible = unless(entry);
    if (ineligible) throw refused(...ineligible);
    return entry;
  });
