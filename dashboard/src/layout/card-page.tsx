import { Box, Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../components/page/page-title.ts";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

interface CardPageProps {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  /** Where else somebody may want to go. */
  footer?: ReactNode;
}

/** A page with one card and one thing to do. */
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
