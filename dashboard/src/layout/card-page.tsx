import type { UseFormReturnType } from "@mantine/form";
import { Box, Center, Group, Loader, Paper, Stack, Text } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Form, SubmitButton, useSubmit } from "../components/forms/submit.tsx";
import { Hint } from "../components/inline.tsx";
import { PageTitle, ProblemCard, usePageTitle } from "../components/page.tsx";
import { RouteAnchor } from "../components/route-link.tsx";
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
    <OutsideLayout>
      <Center component="main" py={{ base: 32, sm: 72 }}>
        <Stack w="100%" maw={420} gap="lg">
          <Stack gap={4}>
            <PageTitle>{title}</PageTitle>
            {subtitle && (
              <Text c="dimmed" component="div">
                {subtitle}
              </Text>
            )}
          </Stack>
          <Paper withBorder shadow="xs" p={{ base: "md", sm: "xl" }} radius="lg">
            {children}
          </Paper>
          {footer && <Hint ta="center">{footer}</Hint>}
        </Stack>
      </Center>
    </OutsideLayout>
  );
}

interface CardFormProps<V, R> extends CardPageProps {
  form: UseFormReturnType<V>;
  send: (values: V) => Promise<R>;
  onDone: (result: R, values: V) => unknown;
  action: string;
  below?: ReactNode;
}

export function CardForm<V extends Record<string, unknown>, R>(props: CardFormProps<V, R>) {
  const { form, send, onDone, action, below, children, ...page } = props;
  const submission = useSubmit(form, send, onDone);
  return (
    <CardPage {...page}>
      <Form submission={submission}>
        {children}
        <SubmitButton submission={submission} label={action} fullWidth />
        {below}
      </Form>
    </CardPage>
  );
}

export const OutsideLayout = ({ children }: { children: ReactNode }) => (
  <Box mih="100dvh" p="md">
    <Group justify="space-between" component="header">
      <Logo />
      <ThemeSwitch />
    </Group>
    {children}
  </Box>
);

interface NextLinkProps {
  to: "/sign-in" | "/sign-up";
  next: string | undefined;
}

/** A link between the sign-in and sign-up pages. `next` is the page to open after either of them. */
export const NextLink = ({ to, next }: NextLinkProps) => (
  <>
    {to === "/sign-in" ? "Already have an account? " : "New here? "}
    <RouteAnchor to={to} search={next ? { next } : {}} underline="always" inherit>
      {to === "/sign-in" ? "Sign in" : "Create an account"}
    </RouteAnchor>
  </>
);

export const NotFoundPage = () => (
  <CardPage title="Page not found">
    <Text>
      The page has moved, or the link is incomplete.{" "}
      <RouteAnchor to="/" underline="always">
        Go to your games
      </RouteAnchor>
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
