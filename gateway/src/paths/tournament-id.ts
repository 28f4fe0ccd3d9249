import { isId } from "@tms/kit/values/ids";
import { ProblemError } from "../problems/problem-error.ts";

/** The id of the tournament that a path names. Throws TOURNAMENT_NOT_FOUND for what is no id. */
export function tournamentIdOf({ params }: { params: { tournamentId: string } }): string {
  if (isId(params.tournamentId)) return params.tournamentId.toLowerCase();
  throw new ProblemError("TOURNAMENT_NOT_FOUND", "The game has no tournament with that id.");
}
