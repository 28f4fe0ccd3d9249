import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { Section } from "../../components/page/section.tsx";
import { useEnvironment } from "../../environment.ts";

const MODES = ["live", "test"] as const;

/** The ids by which a backend names the game. */
export function Environments() {
  const { game } = useEnvironment();
  return (
    <Section
      title="Environments"
      description="In the API, the ID of an environment is named “game ID”. The environments share no data."
    >
      <Stack gap="xs">
        {MODES.map((mode) => (
          <Group key={mode} gap="sm" wrap="nowrap">
            <Badge variant="light" color={mode === "live" ? "teal" : "yellow"} w={56}>
              {mode}
            </Badge>
            <Code style={{ overflowWrap: "anywhere" }}>{game.environments[mode].id}</Code>
            <CopyButton
              value={game.environments[mode].id}
              label={`Copy ID of the ${mode} environment`}
            />
          </Group>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Only team and settings requests use the ID of the game: {game.id}
      </Text>
    </Section>
  );
}
