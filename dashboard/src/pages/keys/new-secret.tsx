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
      <Alert color="yellow" title="The secret could not be shown" withCloseButton onClose={onClose}>
        The key “{name}” was created, but its secret did not arrive. Revoke the key and create
        another.
      </Alert>
    );
  return (
    <Alert
      color="teal"
      variant="outline"
      title={`Secret of “${name}”`}
      icon={<IconKey size={18} />}
    >
      <Stack gap="sm">
        <Text size="sm">
          The secret is shown only once. Copy the secret now. If you lose the secret, create another
          key.
        </Text>
        <CodeBlock code={secret} label="Secret" />
        <Text size="sm">Test the key:</Text>
        <CodeBlock code={usage(secret)} label="Commands that use the key" />
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={onClose}>
            I stored the secret
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
