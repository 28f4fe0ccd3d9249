import type { Client } from "@connectrpc/connect";
import type { Deliver } from "@tms/kit/database/outbox";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { derivedId } from "@tms/kit/values/ids";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import type { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { Games } from "../games.ts";

/** The topic under which mails about endpoints are staged. */
export const ENDPOINT_MAIL = "endpoint-mail";

/** A mail about an endpoint, to those who can do something about it. */
export interface EndpointMail {
  kind: "failing" | "disabled";
  gameId: string;
  url: string;
}

/** The services that mails about endpoints need. */
export interface MailClients {
  games: Games;
  members: Client<typeof MemberService>;
  identity: Client<typeof IdentityService>;
}

const CALL_LIMIT = { timeoutMs: 5_000 };
const ROLES: ReadonlySet<Role> = new Set([Role.OWNER, Role.DEVELOPER]);

/** Has the identity service mail a game's owners and developers, each once however often it is asked. */
export const deliverMails =
  ({ games, members, identity }: MailClients): Deliver<EndpointMail> =>
  async ({ id, payload: { kind, gameId, url } }) => {
    const game = await games(gameId);
    if (game === undefined) return;
    const { projectId, name: gameName } = game;
    const found = await members.listMembers({ projectId }, CALL_LIMIT);
    const value = { gameName, url };
    const content =
      kind === "failing"
        ? { case: "endpointFailing" as const, value }
        : { case: "endpointDisabled" as const, value };
    for (const { userId, role } of found.members)
      if (ROLES.has(role))
        await identity
          .sendMail(
            {
              requestId: derivedId("endpoint-mail", id, userId),
              to: { case: "userId", value: userId },
              content,
            },
            CALL_LIMIT,
          )
          .catch((error: unknown) => {
            // Somebody without an account has no address.
            if (!refusedFor(error, "USER_NOT_FOUND")) throw error;
          });
  };
