import { at, type Fixture } from "../fixture.ts";
import type { ApiRequest } from "./behaviour.ts";
import { keyOfGame } from "./key-header.ts";

/** A request about a tournament that was created. */
export function tournamentRequest(
  fixture: Fixture,
  tournament: number,
  method: ApiRequest["method"],
  verb: string,
  body: unknown,
): ApiRequest {
  const { plan, id } = at(fixture.tournaments, tournament);
  if (id === undefined) throw new Error(`tournament ${tournament} was never created`);
  const headers = keyOfGame(fixture, plan.game);
  return { headers, method, path: `/tournament/${id}/${verb}`, body };
}
