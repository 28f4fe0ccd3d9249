import {
  Alert,
  type AlertProps,
  Anchor,
  Box,
  Center,
  Group,
  Paper,
  type PaperProps,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  type TitleProps,
} from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { type Icon, IconAlertTriangle, IconChevronLeft, IconEye } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isProblem } from "../api/problem.ts";
import { queryClient, useLateRead } from "../api/query-client.ts";
import { pathIn, useEnvironment } from "../environment.ts";
import { CopyButton, Fine, Hint, SmallButton } from "./inline.tsx";
import { Dot } from "./values.tsx";

interface PageHeaderProps {
  title: string;
  /** The list page to which the link above the title leads. */
  above?: { label: string; page: string };
  mark?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, above, mark, description, actions }: PageHeaderProps) {
  usePageTitle(title);
  const environment = useEnvironment();
  return (
    <Stack gap={6} mb="lg">
      {above && (
        <Anchor
          component={Link}
          to={pathIn(environment, above.page)}
          size="sm"
          c="dimmed"
          w="fit-content"
        >
          <Group gap={4} wrap="nowrap" component="span">
            <IconChevronLeft size={14} aria-hidden="true" />
            {above.label}
          </Group>
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" miw={0} style={{ flex: "1 1 160px" }}>
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
  isWide?: boolean;
}

export const EmptyState = ({ icon: Sign, title, children, action, isWide }: EmptyStateProps) => (
  <Center py={64} px="md">
    <Stack align="center" gap="sm" w="100%" maw={isWide ? 700 : 520}>
      <ThemeIcon variant="light" size={52} radius="xl">
        <Sign size={28} />
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

export interface QueryViewProps<T> {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  lines?: number;
  /** Shown instead of the data, if it is not false. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

export function QueryView<T>({ query, lines = 5, empty, children }: QueryViewProps<T>) {
  if (empty) return empty;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemCard error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={38} />
      ))}
    </Stack>
  );
}

export function ProblemCard({ error, retry }: { error: unknown; retry?: () => void }) {
  const message =
    error instanceof Error ? error.message : "An unexpected error occurred. Try again.";
  return (
    <Warning color="red" role="alert" title={isProblem(error) ? message : "The request failed"}>
      <Stack gap="xs">
        {!isProblem(error) && <Text size="sm">{message}</Text>}
        {isProblem(error) && (
          <Group gap="xs">
            <Hint>Request ID {error.document.requestId}</Hint>
            <CopyButton value={error.document.requestId} label="Copy request ID" />
            <Anchor
              size="sm"
              c="inherit"
              underline="always"
              href={new URL(error.document.type).pathname}
              target="_blank"
            >
              Read about this error
            </Anchor>
          </Group>
        )}
        {retry && <SmallButton label="Try again" w="fit-content" onClick={retry} />}
      </Stack>
    </Warning>
  );
}

export function LateBanner() {
  const late = useLateRead();
  if (late === undefined) return null;
  return (
    <Warning role="status" mb="md" title="Parts of this page are outdated or missing">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{late.message}</Text>
        <SmallButton
          label="Try again"
          onClick={() => void queryClient.refetchQueries({ type: "active" })}
        />
      </Group>
    </Warning>
  );
}

export const Warning = (props: AlertProps) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} {...props} />
);

export function LiveMark() {
  const isLate = useLateRead() !== undefined;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Dot color={isLate ? "yellow" : "teal"} />
      <Fine>{isLate ? "Reconnecting" : "Up to date"}</Fine>
    </Group>
  );
}

export const PageTitle = (props: Omit<TitleProps, "order" | "size">) => (
  <Title order={1} size="h2" {...props} />
);

interface PanelProps extends PaperProps {
  title: string;
  children: ReactNode;
}

export const Panel = ({ title, children, ...props }: PanelProps) => (
  <Paper component="section" withBorder radius="lg" p="md" {...props}>
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);
