import { Confirm } from "../../components/forms/confirm.tsx";
import { useEnvironment } from "../../environment.ts";
import { MAY, type Role } from "./roles.ts";

interface ConfirmOwnDemotionProps {
  /** The role to be taken. */
  role: Role;
  change: () => Promise<unknown>;
  onClose: () => void;
}

/** Gives oneself a role that may do less, after asking: one cannot take it back oneself. */
export function ConfirmOwnDemotion({ role, change, onClose }: ConfirmOwnDemotionProps) {
  const { game } = useEnvironment();
  return (
    <Confirm
      title="Lower your own role"
      action={`Change role to ${role}`}
      act={change}
      onDone={onClose}
      onClose={onClose}
    >
      As a {role} of <b>{game.name}</b>, you {MAY[role]}. You cannot restore your current role
      yourself. Only another owner can restore it.
    </Confirm>
  );
}
