import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IconChevronLeft } from "../icons.ts";
import { usePageTitle } from "./page-title.ts";

export interface PageHeaderProps {
  title: string;
  /** The page above this one. */
  above?: { label: string; to: string };
  /** Stands beside the title. */
  mark?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Names a page, and holds what can be done on it. */
export function PageHeader({ title, above, mark, description, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Stack gap={6} mb="lg">
      {above && (
        <Anchor component={Link} to={above.to} size="sm" c="dimmed" w="fit-content">
          <Group gap={4} wrap="nowrap" component="span">
            <IconChevronLeft size={14} aria-hidden="true" />
            {above.label}
          </Group>
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" miw={0} style={{ flex: "1 1 200px" }}>
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {mark}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {description && (
        <Text size="sm" c="dimmed" component="div" maw={760} style={{ overflowWrap: "anywhere" }}>
          {description}
        </Text>
      )}
    </Stack>
  );
}
