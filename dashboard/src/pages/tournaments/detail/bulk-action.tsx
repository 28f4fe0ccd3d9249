import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";

interface BulkActionProps<T> {
  label: string;
  color?: string;
  chosen: readonly T[];
  dialog: (taken: readonly T[], close: () => void) => ReactNode;
}

/**
 * A button that says with how many something can be done; nothing where it is none. Its dialog is about
 * those chosen when it was opened, whatever becomes of them meanwhile.
 */
export function BulkAction<T>({ label, color, chosen, dialog }: BulkActionProps<T>) {
  const [taken, setTaken] = useState<readonly T[]>();
  return (
    <>
      {chosen.length > 0 && (
        <Button
          size="xs"
          variant="light"
          {...(color !== undefined && { color })}
          onClick={() => setTaken(chosen)}
        >
          {label} {chosen.length.toLocaleString()}
        </Button>
      )}
      {taken && dialog(taken, () => setTaken(undefined))}
    </>
  );
}
