import type { HandlerContext } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";

const REFUSALS = ["GAME_NOT_FOUND", "SCOPE_MISSING", "API_KEY_INVALID"] as const;

/** Throws the game service's refusal of an actor as an error of this service. */
function rethrow(error: unknown): never {
  if (error instanceof RemoteError && REFUSALS.some((reason) => reason === error.reason))
    throw new DomainError(error.reason, error.message);
  throw error;
}

type Handler<Request, Response> = (request: Request, call: HandlerContext) => Promise<Response>;

/**
 * Makes an RPC that runs only if the game service says that its actor may change webhooks. A right that
 * ends between this answer and the commit of the RPC is still used.
 */
export const byRight =
  <Request extends { gameId: string }, Response>(
    make: (context: Context) => Handler<Request, Response>,
  ) =>
  (context: Context): Handler<Request, Response> =>
  async (request, call) => {
    const { gameId } = request;
    // Operators and services have all rights.
    if (originOf(call).actor.type !== "system")
      await context.members
        .authorizeActor({ gameId, scope: KeyScope.WEBHOOKS_WRITE }, within(call))
        .catch(rethrow);
    return await make(context)(request, call);
  };
