import { DomainError } from "@tms/kit/errors/domain-error";
import type { Context, Rpcs } from "../context.ts";
import { isCompetitionRanking } from "../ranking/competition-rank.ts";
import { getNamed, unlessIn } from "../ranking/named-entries.ts";
import { requireTournament } from "../registration.ts";

/** Refuses final ranks that are no ranking, or that name anyone who is not still in. */
export const checkFinalRanks =
  (context: Context): Rpcs["checkFinalRanks"] =>
  async (request) => {
    const { finalRanks } = request;
    await requireTournament(context, request);
    if (!isCompetitionRanking(finalRanks.map(({ rank }) => rank))) {
      const description = "must start at 1 and have no gaps. Tied gamers share a rank (1, 2, 2, 4)";
      throw new DomainError("RANKS_INVALID", `The final ranks ${description}.`, {
        fields: [{ field: "final_ranks", description }],
      });
    }
    const handles = finalRanks.map(({ handle }) => handle);
    await getNamed(context.db, request, handles, (i) => `final_ranks[${i}].handle`, unlessIn);
    return {};
  };
