import type { HandlerContext } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";

const LACKING = ["GAME_NOT_FOUND", "SCOPE_MISSING", "API_KEY_INVALID"] as const;

/** Throws the game service's refusal of an actor as this service's own. */
function handOn(error: unknown): never {
  if (error instanceof RemoteError && LACKING.some((reason) => reason === error.reason))
    throw new DomainError(error.reason, error.message);
  throw error;
}

type Handler<Request, Response> = (request: Request, call: HandlerContext) => Promise<Response>;

/**
 * Lets an RPC run only if its actor may change webhooks at this moment, as the game service knows. A
 * right that ends between that answer and the commit of the RPC's transaction is still used.
 */
export const byRight =
  <Request extends { gameId: string }, Response>(
    { members }: Pick<Context, "members">,
    rpc: Handler<Request, Response>,
  ): Handler<Request, Response> =>
  async (request, call) => {
    const { gameId } = request;
    // Operators and services have every right, and need no game service.
    if (originOf(call).actor.type !== "system")
      await members
        .authorizeActor({ gameId, scope: KeyScope.WEBHOOKS_WRITE }, within(call))
        .catch(handOn);
    return await rpc(request, call);
  };
