import type { Client } from "@connectrpc/connect";
import type { Deliver } from "@tms/kit/database/outbox";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { derivedId } from "@tms/kit/values/ids";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import type { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { Games } from "../games.ts";

/** The topic under which mails about endpoints are staged. */
export const ENDPOINT_MAIL = "endpoint-mail";

export interface EndpointMail {
  kind: "failing" | "disabled";
  gameId: string;
  url: string;
}

const CASES = { failing: "endpointFailing", disabled: "endpointDisabled" } as const;
const CALL_LIMIT = { timeoutMs: 5_000 };
const ROLES: ReadonlySet<Role> = new Set([Role.OWNER, Role.DEVELOPER]);

/** Creates the delivery of mails to the owners and developers of a game. A repeat mails each person once. */
export const createMailDelivery =
  (clients: {
    games: Games;
    members: Client<typeof MemberService>;
    identity: Client<typeof IdentityService>;
  }): Deliver<EndpointMail> =>
  async ({ id, payload: { kind, gameId, url } }) => {
    const game = await clients.games(gameId);
    if (game === undefined) return;
    const { projectId, name: gameName } = game;
    const { members } = await clients.members.listMembers({ projectId }, CALL_LIMIT);
    const content = { case: CASES[kind], value: { gameName, url } };
    for (const { userId } of members.filter(({ role }) => ROLES.has(role))) {
      const requestId = derivedId("endpoint-mail", id, userId);
      const to = { case: "userId" as const, value: userId };
      await clients.identity
        .sendMail({ requestId, to, content }, CALL_LIMIT)
        .catch((error: unknown) => {
          // A deleted account has no address.
          if (!refusedFor(error, "USER_NOT_FOUND")) throw error;
        });
    }
  };
