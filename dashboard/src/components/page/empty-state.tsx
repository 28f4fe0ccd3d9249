import { Box, Center, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What would be here, and how it comes to be. */
  children: ReactNode;
  action?: ReactNode;
  /** Whether there is code in it, whose lines are long. */
  isWide?: boolean;
}

/** Stands where there is nothing yet. */
export const EmptyState = ({ icon, title, children, action, isWide }: EmptyStateProps) => (
  <Center py={64} px="md">
    <Stack align="center" gap="sm" w="100%" maw={isWide ? 700 : 520}>
      <ThemeIcon variant="light" size={52} radius="xl">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" component="div" w="100%">
        {children}
      </Text>
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  </Center>
);
