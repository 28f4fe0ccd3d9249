import { Button } from "@mantine/core";
import { useState } from "react";
import { IconClock } from "../../components/icons.ts";
import { AdvanceClock } from "../../layout/clock/advance-clock.tsx";
import { may, useEnvironment } from "../../environment.ts";

/** Lets a test environment's clock go on to a tournament's end; nothing in live, or once it has ended. */
export function AdvanceToEnd({ endsAt }: { endsAt: string | undefined }) {
  const environment = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  if (endsAt === undefined || environment.mode !== "test") return null;
  if (!may(environment, "tournaments:write")) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClock size={14} />}
        onClick={() => setOpen(true)}
      >
        Advance clock
      </Button>
      {isOpen && (
        <AdvanceClock
          environment={environment}
          to={{ at: endsAt, label: "End of the tournament" }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
