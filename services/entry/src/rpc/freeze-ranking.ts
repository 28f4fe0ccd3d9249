import type { Context, Rpcs } from "../context.ts";
import { countConfirmed, findRankGroups } from "../db/ranking.ts";
import { tournamentNotFound } from "../errors.ts";
import { freeze } from "../ranking/freeze.ts";
import { findOwnRegistration } from "../registration.ts";

/** Gives every entry its final rank, once; a repeat reads what was frozen. */
export const freezeRanking =
  ({ db }: Context): Rpcs["freezeRanking"] =>
  async (request, { signal }) => {
    const { tournamentId, finalRanks, groups } = request;
    const registration = await findOwnRegistration(db, request);
    if (registration === undefined) throw tournamentNotFound();
    if (registration.frozenAt === null) await freeze(db, request, finalRanks, signal);
    const [entries, best] = await Promise.all([
      countConfirmed(db, tournamentId),
      findRankGroups(db, tournamentId, groups),
    ]);
    return { entries, groups: best };
  };
