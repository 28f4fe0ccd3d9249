import { at, type Stage } from "../fixture.ts";
import type { ApiRequest } from "./behaviour.ts";

/** A request about a tournament that was created. */
export function cupRequest(
  { cups }: Stage,
  cup: number,
  method: ApiRequest["method"],
  verb: string,
  body: unknown,
): ApiRequest {
  const { plan, id } = at(cups, cup);
  if (id === undefined) throw new Error(`cup ${cup} was never created`);
  return { game: plan.game, method, path: `/tournament/${id}/${verb}`, body };
}
