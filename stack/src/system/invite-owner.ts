import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { invitationLink } from "@tms/kit/values/links";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService, Role, type Invitation } from "@tms/proto/tms/game/v1/member";
import type { Place } from "./demo-game.ts";

// Each start makes one, and a game has room for fifty that are open.
const MOST_KEPT = 9;

/**
 * Makes a link by which whoever signs up becomes the owner of a game that belongs to nobody yet;
 * undefined for one that has members. Links of earlier starts work on, but for the oldest of many.
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
  for (const { id: invitationId } of team.invitations.filter(isHandedOn).slice(MOST_KEPT))
    await members.withdrawInvitation({ requestId: newId(), projectId, invitationId });
  const made = await members.issueInvitation({ requestId: newId(), gameId, role: Role.OWNER });
  return invitationLink(publicUrl, made.token);
}

const isHandedOn = ({ email }: Invitation): boolean => email === "";
