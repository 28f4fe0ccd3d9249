import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { invitationLink } from "@tms/kit/values/links";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import type { Place } from "./demo-game.ts";

/** Each start creates an invitation, and a game can have fifty open ones. */
const MAX_KEPT = 9;

/**
 * Creates an invitation to own a game that has no members yet, and returns its link. Returns undefined if
 * the game has members. The latest links of earlier starts stay valid.
 */
export async function inviteFirstOwner(
  { urls, token }: Place,
  publicUrl: string,
  gameId: string,
): Promise<string | undefined> {
  const games = connectTo(GameService, urls.game, token);
  const members = connectTo(MemberService, urls.game, token);
  const { game } = await games.getGame({ gameId });
  const projectId = game?.projectId ?? "";
  const team = await members.listMembers({ projectId });
  if (team.members.length > 0) return undefined;
  const links = team.invitations.filter(({ email }) => email === "");
  for (const { id: invitationId } of links.slice(MAX_KEPT))
    await members.withdrawInvitation({ requestId: newId(), projectId, invitationId });
  const made = await members.issueInvitation({ requestId: newId(), gameId, role: Role.OWNER });
  return invitationLink(publicUrl, made.token);
}
