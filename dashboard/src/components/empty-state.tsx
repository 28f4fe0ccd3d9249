import { Box, Center, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What would be here, and how it comes to be. */
  children: ReactNode;
  action?: ReactNode;
}

/** Stands where there is nothing yet. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <Center py={64} px="md">
    <Stack align="center" gap="sm" maw={520}>
      <ThemeIcon variant="light" size={52} radius="xl">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" component="div">
        {children}
      </Text>
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  </Center>
);
