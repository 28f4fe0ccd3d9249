import { Box, Button, Group, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Clock } from "../api/types.ts";
import { PlainTime, useNow } from "../components/values/time.tsx";
import { type Environment, may } from "../environment.ts";

interface TestBarProps {
  environment: Environment | undefined;
  clock: Clock | undefined;
}

export const TestBar = ({ environment, clock }: TestBarProps) => (
  <Box bg="yellow.4" px="md" py={4}>
    <Group justify="center" gap="xs">
      <Text size="xs" fw={600} c="dark.9" ta="center">
        Test environment
        <Text component="span" inherit visibleFrom="sm">
          : gamers, keys and money are separate
        </Text>
        . Nothing here affects live data.
      </Text>
      {environment && clock && <ClockControl environment={environment} clock={clock} />}
    </Group>
  </Box>
);

// Loaded on demand, because few viewers open the dialog.
const AdvanceClock = lazy(async () => ({
  default: (await import("./advance-clock.tsx")).AdvanceClock,
}));

function ClockControl({ environment, clock }: { environment: Environment; clock: Clock }) {
  const [isOpen, setOpen] = useState(false);
  const shown = new Date(useNow() + environment.aheadMs).toISOString();
  const { state, advancingTo } = clock;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="xs" c="dark.9" role="status" component="div">
        {state === "advancing" && advancingTo !== null ? (
          <>
            Advancing to <PlainTime at={advancingTo} />…
          </>
        ) : (
          <>
            <Box component="span" visibleFrom="sm">
              Clock:{" "}
            </Box>
            <PlainTime at={shown} />
          </>
        )}
      </Text>
      {may(environment, "tournaments:write") && (
        <Button size="compact-xs" variant="white" color="dark.9" onClick={() => setOpen(true)}>
          Advance clock
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <AdvanceClock environment={environment} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Group>
  );
}
