import { Group, Text } from "@mantine/core";

/** The product's sign and name. */
export const Logo = () => (
  <Group gap="xs" wrap="nowrap">
    <img src="/dashboard/favicon.svg" alt="" width={26} height={26} />
    <Text fw={650} size="md" style={{ whiteSpace: "nowrap" }}>
      Tournaments
    </Text>
  </Group>
);
