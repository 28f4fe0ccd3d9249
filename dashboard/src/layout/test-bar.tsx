import { Box, Group, Text } from "@mantine/core";
import type { Clock } from "../api/types.ts";
import { ClockControl } from "./clock/clock-control.tsx";
import type { Environment } from "../environment.ts";

interface TestBarProps {
  /** Both undefined until the game was read. */
  environment: Environment | undefined;
  clock: Clock | undefined;
}

/** Reminds that nothing here is for real, and has the environment's clock. */
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
