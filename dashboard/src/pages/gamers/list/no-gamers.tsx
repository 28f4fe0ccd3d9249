import { Stack, Text } from "@mantine/core";
import { IconUsers } from "../../../components/icons.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { curl } from "../../../components/code/curl.ts";
import { EmptyState } from "../../../components/page/empty-state.tsx";

/** Shows how the first gamer comes to be. */
export const NoGamers = () => (
  <>
    <EmptyState icon={<IconUsers size={28} />} title="No gamers yet">
      A gamer is a player of your game. The first join or the first deposit with a handle creates
      the gamer.
    </EmptyState>
    <Stack gap="xs" maw={640} mx="auto">
      <Text size="sm" c="dimmed">
        To create a gamer earlier, send the handle with an API key of this environment:
      </Text>
      <CodeBlock
        code={curl("POST", "/gamer/create", { handle: "ada" })}
        label="curl command to create a gamer"
      />
    </Stack>
  </>
);
