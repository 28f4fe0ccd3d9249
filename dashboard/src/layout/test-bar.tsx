import { Box, Text } from "@mantine/core";

/** Reminds that nothing here is for real. */
export const TestBar = () => (
  <Box bg="yellow.4" px="md" py={4}>
    <Text size="xs" fw={600} c="dark.9" ta="center">
      Test environment
      <Text component="span" inherit visibleFrom="sm">
        : its own gamers, keys and money
      </Text>
      . Nothing here reaches live.
    </Text>
  </Box>
);
