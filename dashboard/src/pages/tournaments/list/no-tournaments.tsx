import { Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconPlus, IconTrophy } from "../../../components/icons.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { EmptyState } from "../../../components/page/empty-state.tsx";
import { may, pathIn, useEnvironment } from "../../../environment.ts";
import { createByCurl } from "../sample.ts";

/** Shows how the first tournament comes to be. */
export function NoTournaments() {
  const environment = useEnvironment();
  return (
    <>
      <EmptyState
        icon={<IconTrophy size={28} />}
        title="No tournaments yet"
        action={
          may(environment, "tournaments:write") && (
            <Button
              component={Link}
              to={pathIn(environment, "tournaments/new")}
              leftSection={<IconPlus size={16} />}
            >
              Create tournament
            </Button>
          )
        }
      >
        A tournament collects entry fees in a prize pool. When the tournament ends, the pool is paid
        to the best gamers.
      </EmptyState>
      <Stack gap="xs" maw={640} mx="auto">
        <Text size="sm" c="dimmed">
          You can also create a tournament from your backend with an API key of this environment:
        </Text>
        <CodeBlock code={createByCurl(environment)} label="curl command to create a tournament" />
      </Stack>
    </>
  );
}
