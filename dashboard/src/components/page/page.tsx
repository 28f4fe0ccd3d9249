import { Anchor, Box, Center, Group, Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useEnvironment } from "../../environment.ts";
import { type Icon, IconChevronLeft, IconEye } from "../icons.ts";
import { Hint, PageTitle } from "../text.tsx";

interface PageHeaderProps {
  title: string;
  above?: { label: string; to: string };
  mark?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

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
          <PageTitle style={{ overflowWrap: "anywhere" }}>{title}</PageTitle>
          {mark}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {description && (
        <Hint maw={760} style={{ overflowWrap: "anywhere" }}>
          {description}
        </Hint>
      )}
    </Stack>
  );
}

/** Sets the title for tabs, history and bookmarks. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title} · Tournaments`);

interface SectionProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export const Section = ({ title, description, action, children }: SectionProps) => (
  <Paper component="section" withBorder radius="lg" p={{ base: "md", sm: "lg" }}>
    <Stack>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description && <Hint>{description}</Hint>}
        </div>
        {action}
      </Group>
      {children}
    </Stack>
  </Paper>
);

interface EmptyStateProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Widens the text for code. */
  isWide?: boolean;
}

export const EmptyState = ({
  icon: StateIcon,
  title,
  children,
  action,
  isWide,
}: EmptyStateProps) => (
  <Center py={64} px="md">
    <Stack align="center" gap="sm" w="100%" maw={isWide ? 700 : 520}>
      <ThemeIcon variant="light" size={52} radius="xl">
        <StateIcon size={28} />
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

export function NotAllowed(header: Pick<PageHeaderProps, "title" | "above">) {
  const { game } = useEnvironment();
  return (
    <>
      <PageHeader {...header} />
      <EmptyState icon={IconEye} title="Your role does not allow this action">
        You are a {game.role} of {game.name}. Ask an owner to change your role.
      </EmptyState>
    </>
  );
}
