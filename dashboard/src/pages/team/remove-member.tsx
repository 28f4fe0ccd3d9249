import { api } from "../../api/client.ts";
import type { Member } from "../../api/types.ts";
import { Confirm } from "../../components/forms/confirm.tsx";
import { useEnvironment } from "../../environment.ts";

interface RemoveMemberProps {
  member: Member;
  isMe: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Removes a member, or oneself, from the team, after asking. */
export function RemoveMember({ member, isMe, onDone, onClose }: RemoveMemberProps) {
  const { game } = useEnvironment();
  const { userId, name, email } = member;
  const params = { path: { gameId: game.id, userId } };
  return (
    <Confirm
      title={isMe ? "Leave the team" : "Remove from the team"}
      action={isMe ? "Leave team" : "Remove member"}
      act={() => api.PATCH("/game/{gameId}/members/{userId}/remove", { params })}
      onDone={onDone}
      onClose={onClose}
    >
      {isMe ? (
        <>
          You lose all access to <b>{game.name}</b>, live and test, at once. Only an owner can
          invite you back.
        </>
      ) : (
        <>
          <b>{name || email}</b> loses all access to <b>{game.name}</b>, live and test, at once, and
          can only come back by an invitation.
        </>
      )}
    </Confirm>
  );
}
