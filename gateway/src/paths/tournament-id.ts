import { isId } from "@tms/kit/values/ids";
import { ProblemError } from "../problems/problem-error.ts";

/** The tournament a path names. What cannot be an id is no tournament's. */
export function tournamentIdOf({ params }: { params: { tournamentId: string } }): string {
  if (isId(params.tournamentId)) return params.tournamentId.toLowerCase();
  throw new ProblemError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");
}
