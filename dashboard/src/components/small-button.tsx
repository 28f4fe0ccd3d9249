import { Button, type ButtonProps } from "@mantine/core";
import type { Icon } from "./icons.ts";

interface SmallButtonProps extends ButtonProps {
  label: string;
  icon?: Icon;
  "aria-label"?: string;
  onClick: () => void;
}

/** A button for a minor action. */
export const SmallButton = ({ label, icon: ButtonIcon, ...props }: SmallButtonProps) => (
  <Button
    variant="default"
    size="xs"
    {...(ButtonIcon && { leftSection: <ButtonIcon size={14} /> })}
    {...props}
  >
    {label}
  </Button>
);
