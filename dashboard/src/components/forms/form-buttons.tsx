import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface FormButtonsProps {
  /** What the button that changes nothing says: "Back" where there is something to think over. */
  back: "Back" | "Cancel";
  onBack: () => void;
  /** The button that acts. */
  children: ReactNode;
}

/** The end of a dialog or form: one button leads back without a change, the other acts. */
export const FormButtons = ({ back, onBack, children }: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onBack}>
      {back}
    </Button>
    {children}
  </Group>
);
