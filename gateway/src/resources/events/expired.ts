import { refusedFor } from "@tms/kit/errors/remote-error";
import type { FastifyRequest } from "fastify";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { ProblemError } from "../../problems/problem-error.ts";

/**
 * What a caller is told of a failure to read a log: where the log begins now, if the caller's position is
 * no longer kept; otherwise the failure itself.
 */
export async function expiredAs(
  { events }: Pick<Clients, "events">,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  if (!refusedFor(error, "EVENTS_EXPIRED")) return error;
  const gameId = principalOf(request).game.id;
  const { events: kept, nextAfter } = await events.listEvents(
    { gameId, limit: 1 },
    within(request),
  );
  const oldestSequence = Number(kept[0]?.sequence ?? nextAfter + 1n);
  return new ProblemError(
    "EVENTS_EXPIRED",
    `Some events after this position were deleted. The oldest event that is kept has the sequence ${oldestSequence}.`,
    { members: { oldestSequence }, cause: error },
  );
}
