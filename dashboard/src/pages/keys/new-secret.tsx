import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "../../components/icons.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { quote } from "../../components/code/shell.ts";

/** A key that was just issued; its secret is shown this once. */
export interface Issued {
  name: string;
  /** Null when the answer was lost and the request repeated: then nobody knows it. */
  secret: string | null;
}

/** Shows a new key's secret, and the lines that use it. */
export function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { name, secret } = issued;
  if (secret === null)
    return (
      <Alert
        color="yellow"
        title="The secret was lost on its way"
        withCloseButton
        onClose={onClose}
      >
        The key “{name}” exists, but its secret cannot be shown again. Revoke it and create another.
      </Alert>
    );
  return (
    <Alert
      color="teal"
      variant="outline"
      title={`The secret of “${name}”`}
      icon={<IconKey size={18} />}
    >
      <Stack gap="sm">
        <Text size="sm">
          It is shown this once and stored nowhere. Copy it now; if it is lost, create another key.
        </Text>
        <CodeBlock code={secret} label="Secret" />
        <Text size="sm">Try it:</Text>
        <CodeBlock code={usage(secret)} label="Lines that use the key" />
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={onClose}>
            I have stored it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

const usage = (secret: string): string =>
  [
    `export TMS_API_KEY=${quote(secret)}`,
    `export TMS_BASE_URL=${quote(location.origin)}`,
    `curl -H "X-API-Key: $TMS_API_KEY" "$TMS_BASE_URL/tournament"`,
  ].join("\n");
