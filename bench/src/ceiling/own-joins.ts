import { newId } from "@tms/kit/values/ids";
import type pg from "pg";
import type { Tournament } from "../fill/tournaments.ts";
import { insertEntries, openTournament, renderEntries, type EntryBatch } from "../fill/entries.ts";
import { fundGamers } from "../fill/gamers.ts";
import { runFor, type Throughput } from "./timed.ts";

const BATCH = 1_000;

/**
 * Joins without a service, in the product's own tables: one statement per thousand. Every pass
 * over the gamers fills another tournament.
 */
export async function ownJoins(db: pg.Pool, gamers: number) {
  const gameId = newId();
  const funded = await fundGamers(db, gameId, Math.ceil(gamers / BATCH) * BATCH);
  let at = 0;
  let tournament: Tournament = { id: newId(), gameId, endsAt: new Date("2100-01-01") };

  async function prepare(): Promise<EntryBatch> {
    if (at === 0) {
      tournament = { ...tournament, id: newId() };
      await openTournament(db, tournament);
    }
    const batch = renderEntries(tournament, funded.slice(at, at + BATCH));
    at = (at + BATCH) % funded.length;
    return batch;
  }

  async function run(batch: EntryBatch): Promise<number> {
    await insertEntries(db, batch);
    return batch.entries;
  }

  return (seconds: number, postgresPid: number): Promise<Throughput> =>
    runFor(seconds, postgresPid, { prepare, run });
}
