import { originOf } from "@tms/kit/rpc/origin";
import { SERVICE_SCOPES } from "@tms/resources/rights";
import type { Context, MemberRpcs } from "../context.ts";
import { requireScope } from "../require-right.ts";

/** Checks what the actor of the call may do, for a service that changes something for it. */
export const authorizeActor =
  ({ db }: Context): MemberRpcs["authorizeActor"] =>
  async ({ gameId, scope }, call) => {
    const word = SERVICE_SCOPES.get(scope);
    if (word === undefined) throw new Error("a validated request has no scope");
    await requireScope(db, originOf(call).actor, { gameId }, word);
    return {};
  };
