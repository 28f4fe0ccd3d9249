import { at, type Fixture } from "../fixture.ts";
import type { ApiRequest } from "./behaviour.ts";

/** A request about a tournament that was created. */
export function tournamentRequest(
  { tournaments }: Fixture,
  tournament: number,
  method: ApiRequest["method"],
  verb: string,
  body: unknown,
): ApiRequest {
  const { plan, id } = at(tournaments, tournament);
  if (id === undefined) throw new Error(`tournament ${tournament} was never created`);
  return { game: plan.game, method, path: `/tournament/${id}/${verb}`, body };
}
