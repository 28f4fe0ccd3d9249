import type { DescMethodUnary } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor, type RemoteError } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import type { Call } from "@tms/kit/rpc/rpcs";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";

/** Throws the game service's refusal of an actor as an error of this service. */
function rethrow(error: RemoteError): never {
  if (refusedFor(error, "GAME_NOT_FOUND", "SCOPE_MISSING", "API_KEY_INVALID"))
    throw new DomainError(error.reason, error.message);
  throw error;
}

/**
 * Makes an RPC that runs only if the game service says that its actor can change webhooks. A right that
 * ends between this answer and the commit of the RPC is still used.
 */
export const byRight =
  <Request extends { gameId: string }, M extends DescMethodUnary, Response>(
    handle: (context: Context, request: Request, call: Call<M>) => Promise<Response>,
  ) =>
  async (context: Context, request: Request, call: Call<M>): Promise<Response> => {
    const { gameId } = request;
    // Operators and services have all rights.
    if (originOf(call).actor.type !== "system")
      await context.members
        .authorizeActor({ gameId, scope: KeyScope.WEBHOOKS_WRITE }, within(call))
        .catch(rethrow);
    return await handle(context, request, call);
  };
