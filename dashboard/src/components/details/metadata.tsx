import { Paper, Title } from "@mantine/core";
import { CodeBlock } from "../code/code-block.tsx";

/** What the game attached to a thing; nothing where it attached nothing. */
export const Metadata = ({ metadata }: { metadata: object | undefined }) =>
  metadata && (
    <Paper component="section" withBorder radius="lg" p="md">
      <Title order={2} size="h5" mb="sm">
        Metadata
      </Title>
      <CodeBlock code={JSON.stringify(metadata, null, 2)} label="Metadata as JSON" />
    </Paper>
  );
