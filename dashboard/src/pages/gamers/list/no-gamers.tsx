import { Stack, Text } from "@mantine/core";
import { IconUsers } from "../../../components/icons.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { curl } from "../../../components/code/curl.ts";
import { EmptyState } from "../../../components/page/empty-state.tsx";

/** Shows how the first gamer comes to be. */
export const NoGamers = () => (
  <>
    <EmptyState icon={<IconUsers size={28} />} title="No gamers yet">
      You never have to register anybody: a handle becomes a gamer when it first joins a tournament,
      or when money is first deposited into its wallet.
    </EmptyState>
    <Stack gap="xs" maw={640} mx="auto">
      <Text size="sm" c="dimmed">
        To make one known before that, send the handle with a key of this environment:
      </Text>
      <CodeBlock
        code={curl("POST", "/gamer/create", { handle: "ada" })}
        label="How to create a gamer by curl"
      />
    </Stack>
  </>
);
