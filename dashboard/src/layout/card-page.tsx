import { Anchor, Box, Center, Group, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageTitle } from "../components/page/page.tsx";
import { ProblemCard } from "../components/page/query-view.tsx";
import { Logo, ThemeSwitch } from "./header.tsx";

interface CardPageProps {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function CardPage({ title, subtitle, children, footer }: CardPageProps) {
  usePageTitle(title);
  return (
    <Box mih="100dvh" p="md">
      <Group justify="space-between" component="header">
        <Logo />
        <ThemeSwitch />
      </Group>
      <Center component="main" py={{ base: 32, sm: 72 }}>
        <Stack w="100%" maw={420} gap="lg">
          <Stack gap={4}>
            <Title order={1} size="h2">
              {title}
            </Title>
            {subtitle && (
              <Text c="dimmed" component="div">
                {subtitle}
              </Text>
            )}
          </Stack>
          <Paper withBorder shadow="xs" p={{ base: "md", sm: "xl" }} radius="lg">
            {children}
          </Paper>
          {footer && (
            <Text size="sm" c="dimmed" ta="center" component="div">
              {footer}
            </Text>
          )}
        </Stack>
      </Center>
    </Box>
  );
}

export const NotFoundPage = () => (
  <CardPage title="Page not found">
    <Text>
      The page has moved, or the link is incomplete.{" "}
      <Anchor component={Link} to="/" underline="always">
        Go to your games
      </Anchor>
    </Text>
  </CardPage>
);

export const WaitingPage = () => (
  <CardPage title="Loading">
    <Text role="status">
      <Loader size={14} mr="xs" /> The server has not responded yet. This page opens when the server
      responds.
    </Text>
  </CardPage>
);

export function FailedPage({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <CardPage title="Page not loaded">
      <ProblemCard error={error} retry={() => void router.invalidate()} />
    </CardPage>
  );
}
