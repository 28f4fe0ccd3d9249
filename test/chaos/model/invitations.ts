import { callsOf, type Call, type History } from "../history.ts";
import type { IntentOf } from "../plan.ts";
import { changesIn, rolesDuring, type MaybeRole } from "./roles.ts";

type Accept = IntentOf<"accept">;

const RANKS = { viewer: 1, developer: 2, owner: 3 } as const;
const rankOf = (role: MaybeRole): number => (role === null ? 0 : RANKS[role]);

// Everybody is invited to a game once at most.
const invitationOf = (history: History, { team, person }: Accept) =>
  callsOf(history, "invite").find(({ intent }) => intent.team === team && intent.guest === person);

/**
 * Whether the invitation that a call accepts may have ended before: with a role of whoever made it, who
 * may no longer give as much.
 */
export function mayHaveEnded(history: History, { intent, endedAt }: Call<Accept>): boolean {
  const invitation = invitationOf(history, intent);
  if (invitation === undefined) return false;
  const { team, person, role } = invitation.intent;
  const roles = rolesDuring(history, { team, person }, [invitation.startedAt, endedAt]);
  return [...roles].some((held) => rankOf(held) < rankOf(role));
}

/** Whether it certainly had, before anybody asked to accept it. */
export function hadEnded(history: History, { intent, startedAt }: Call<Accept>): boolean {
  const invitation = invitationOf(history, intent);
  if (invitation?.outcome.kind !== "acknowledged") return false;
  const { team, person, role } = invitation.intent;
  return changesIn(history, team).some(
    (change) =>
      change.certain &&
      change.person === person &&
      rankOf(change.role) < rankOf(role) &&
      change.earliest > invitation.endedAt &&
      change.latest < startedAt,
  );
}
