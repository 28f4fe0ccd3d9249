import { newId } from "@tms/kit/values/ids";
import type { Tournament } from "../fill/tournaments.ts";
import { renderRequest } from "./plan.ts";

/**
 * The requests that have gamers join tournaments, one gamer in all tournaments per turn. Their
 * Idempotency-Keys are their own: no other load repeats them.
 */
export function joinRequests(
  tournaments: readonly (Pick<Tournament, "id"> & { apiKey: string })[],
): string[] {
  const load = newId();
  return tournaments.map(({ id, apiKey }) =>
    renderRequest({
      method: "POST",
      path: `/tournament/${id}/join`,
      headers: { "x-api-key": apiKey, "idempotency-key": `${load}-{n}` },
      body: { gamer: "gamer-{turn}" },
    }),
  );
}

/** The status of a join when the gamer is in. */
export const JOINED = 201;
