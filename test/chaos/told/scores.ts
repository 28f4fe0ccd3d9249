import type { StandingBody } from "../../harness/bodies.ts";

/** What is told of a tournament's scores, and of the entries that they belong to. */
export interface ToldBoard {
  entries: ReadonlyMap<string, { state: string }>;
  /** What the attempts of each gamer with any came to, by handle. */
  standings: Map<string, StandingBody>;
  /** Up to where attempts were told of. */
  lastScore: number;
  /** Those of them of whom a review may have changed that since: no event tells what it is by now. */
  reviewed: Set<string>;
  /** The attempts that wait for a review, by their ids. */
  held: Set<string>;
}

/** Attempts that were recorded together, as their event tells of them. */
export interface ToldScores {
  firstSequence: number;
  lastSequence: number;
  attempts: number;
  gamers: { gamerHandle: string; entry: string; standing: StandingBody }[];
  gamersCount: number;
}

/** Takes attempts that were recorded together into their tournament; returns why they do not fit. */
export function foldScores(told: ToldBoard, scores: ToldScores): string[] {
  const { firstSequence, lastSequence, attempts, gamers } = scores;
  const faults: string[] = [];
  // A game's scores come from one caller here, so that nothing stands between them.
  if (firstSequence !== told.lastScore + 1) faults.push(`after score ${told.lastScore}`);
  if (lastSequence - firstSequence + 1 !== attempts) faults.push(`with ${attempts} scores`);
  if (gamers.length !== scores.gamersCount) faults.push(`without some of its gamers`);
  told.lastScore = lastSequence;
  for (const { gamerHandle, entry, standing } of gamers) {
    const known = told.entries.get(entry);
    if (known === undefined) faults.push("before the entry joined");
    else if (known.state !== "in") faults.push(`after the entry was ${known.state}`);
    told.standings.set(gamerHandle, standing);
    told.reviewed.delete(gamerHandle);
  }
  return faults;
}

/** Takes an attempt that waits for a review into its tournament; returns why it does not fit. */
export function foldHeld(told: ToldBoard, { id, entry }: { id: string; entry: string }): string[] {
  if (told.held.has(id)) return ["twice"];
  told.held.add(id);
  return told.entries.has(entry) ? [] : ["before the entry joined"];
}

/** A decision on an attempt, as its event tells of it. */
interface ToldReview {
  id: string;
  entry: string;
  gamerHandle: string;
  state: string;
}

/** Takes a decision on an attempt into its tournament; returns why it does not fit. */
export function foldReview(
  told: ToldBoard,
  { id, entry, gamerHandle, state }: ToldReview,
): string[] {
  if (state === "held") told.held.add(id);
  else told.held.delete(id);
  told.reviewed.add(gamerHandle);
  if (!told.entries.has(entry)) return ["before the entry joined"];
  return told.standings.has(gamerHandle) ? [] : ["before the attempt was recorded"];
}
