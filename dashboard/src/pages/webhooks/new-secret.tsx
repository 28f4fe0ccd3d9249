import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { Endpoint } from "../../api/types.ts";
import { IconKey } from "../../components/icons.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { RouteButton } from "../../components/page/route-link.tsx";
import { endpointName } from "../../components/webhooks/endpoint-name.ts";
import { pathIn, useEnvironment } from "../../environment.ts";

/** A secret that was just made. */
export interface Issued {
  endpoint: Endpoint;
  /** Null when the answer was lost and the request repeated; the endpoint's page reveals it. */
  secret: string | null;
}

/** Shows the secret of a new endpoint, and what to do with it. */
export function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const environment = useEnvironment();
  const { endpoint, secret } = issued;
  return (
    <Alert
      color="teal"
      variant="outline"
      title={`Endpoint added: ${endpointName(endpoint.url)}`}
      icon={<IconKey size={18} />}
    >
      <Stack gap="sm">
        <Text size="sm">
          Every event is signed. Add the secret to your backend, so that your backend can verify the
          signatures.
        </Text>
        {secret === null ? (
          <Text size="sm">
            The secret could not be shown. Open the endpoint and choose Reveal secret.
          </Text>
        ) : (
          <CodeBlock code={`TMS_WEBHOOK_SECRET=${secret}`} label="Secret" />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            I stored the secret
          </Button>
          <RouteButton size="xs" to={pathIn(environment, `webhooks/${endpoint.id}`)}>
            Open endpoint
          </RouteButton>
        </Group>
      </Stack>
    </Alert>
  );
}
