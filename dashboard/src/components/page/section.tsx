import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  description?: ReactNode;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page, framed and named. */
export const Section = ({ title, description, action, children }: SectionProps) => (
  <Paper component="section" withBorder radius="lg" p={{ base: "md", sm: "lg" }}>
    <Stack>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </Stack>
  </Paper>
);
