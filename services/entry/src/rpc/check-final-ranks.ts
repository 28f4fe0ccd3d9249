import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  CheckFinalRanksResponseSchema,
  type CheckFinalRanksRequest,
  type CheckFinalRanksResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { isCompetitionRanking } from "../ranking/competition-rank.ts";
import { findSurvivors } from "../ranking/still-in.ts";
import { requireTournament } from "../tournaments.ts";

/** Refuses final ranks that are no ranking, or that name anyone who is not still in. */
export async function checkFinalRanks(
  context: Context,
  request: CheckFinalRanksRequest,
): Promise<CheckFinalRanksResponse> {
  await requireTournament(context, request);
  const { finalRanks } = request;
  if (!isCompetitionRanking(finalRanks.map((placed) => placed.rank))) {
    const description = "must rank from 1 without gaps, ties sharing a rank (1, 2, 2, 4)";
    throw new DomainError("RANKS_INVALID", `The final ranks ${description}.`, {
      fields: [{ field: "final_ranks", description }],
    });
  }
  const handles = finalRanks.map((placed) => placed.handle);
  await findSurvivors(context.db, request, handles, (i) => `final_ranks[${i}].handle`);
  return create(CheckFinalRanksResponseSchema);
}
