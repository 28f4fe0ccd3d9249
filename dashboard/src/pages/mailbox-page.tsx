import { Alert, Anchor, Container, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LIVE } from "../api/client.ts";
import { send } from "../api/session.ts";
import { Hint } from "../components/inline.tsx";
import { EmptyState, PageTitle, QueryView, usePageTitle } from "../components/page.tsx";
import { RouteAnchor } from "../components/route-link.tsx";
import { Time } from "../components/values.tsx";
import { OutsideLayout } from "../layout/card-page.tsx";

export default function MailboxPage() {
  usePageTitle("Mailbox");
  const query = useQuery({ queryKey: ["mails"], queryFn: readMails, ...LIVE });
  return (
    <OutsideLayout>
      <Container size="sm" py="xl" component="main">
        <Stack>
          <PageTitle>Mailbox</PageTitle>
          <Alert variant="default">
            In development, emails are not sent. Emails appear here instead. In production, emails
            are sent by SMTP and this page does not exist.
          </Alert>
          <QueryView query={query}>
            {(mails) =>
              mails.length === 0 ? (
                <EmptyState icon={IconInbox} title="No emails yet">
                  To receive a first email with a code,{" "}
                  <RouteAnchor to="/sign-up" underline="always">
                    sign up
                  </RouteAnchor>
                  .
                </EmptyState>
              ) : (
                mails.map(({ id, to, subject, text, createdAt }) => (
                  <Paper key={id} component="article" withBorder radius="lg" p="lg">
                    <Group justify="space-between" gap="xs">
                      <Title order={2} size="h5">
                        {subject}
                      </Title>
                      <Hint>
                        <Time at={createdAt} relative />
                      </Hint>
                    </Group>
                    <Hint mb="sm">To: {to}</Hint>
                    <Text
                      size="sm"
                      component="div"
                      style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
                    >
                      {withLinks(text)}
                    </Text>
                  </Paper>
                ))
              )
            }
          </QueryView>
        </Stack>
      </Container>
    </OutsideLayout>
  );
}

const ADDRESS = /(https?:\/\/\S+)/;

const withLinks = (text: string): ReactNode[] =>
  text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      <Anchor key={index} href={part} underline="always" inherit>
        {part}
      </Anchor>
    ) : (
      part
    ),
  );

interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: string;
}

/** Reads the mails. The route exists only in development and is not in the OpenAPI document. */
async function readMails(): Promise<readonly Mail[]> {
  const answer = await send(new Request("/mailbox"));
  return ((await answer.json()) as { mails: Mail[] }).mails;
}
