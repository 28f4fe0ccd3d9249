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
      title={isMe ? "Leave the team" : "Remove a member"}
      action={isMe ? "Leave team" : "Remove member"}
      act={() => api.PATCH("/game/{gameId}/members/{userId}/remove", { params })}
      onDone={onDone}
      onClose={onClose}
    >
      {isMe ? (
        <>
          You immediately lose all access to both environments of <b>{game.name}</b>. Only an owner
          can invite you back.
        </>
      ) : (
        <>
          <b>{name || email}</b> immediately loses all access to both environments of{" "}
          <b>{game.name}</b>. Only a new invitation restores the access.
        </>
      )}
    </Confirm>
  );
}
