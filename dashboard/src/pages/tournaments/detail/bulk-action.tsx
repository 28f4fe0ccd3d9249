import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";

interface BulkActionProps<T> {
  label: string;
  /** The singular of the chosen rows. */
  noun: string;
  color?: string;
  chosen: readonly T[];
  dialog: (taken: readonly T[], close: () => void) => ReactNode;
}

/**
 * A button that says with how many something can be done; nothing where it is none. Its dialog is about
 * those chosen when it was opened, whatever becomes of them meanwhile.
 */
export function BulkAction<T>({ label, noun, color, chosen, dialog }: BulkActionProps<T>) {
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
          {label} {chosen.length.toLocaleString()} {chosen.length === 1 ? noun : `${noun}s`}
        </Button>
      )}
      {taken && dialog(taken, () => setTaken(undefined))}
    </>
  );
}
