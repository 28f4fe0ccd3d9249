import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { IconWebhook } from "../../../components/icons.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { EmptyState } from "../../../components/page/empty-state.tsx";

/** Says what a webhook is, and shows a whole receiver. */
export const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState isWide icon={<IconWebhook size={28} />} title="No endpoints yet" action={action}>
    <Text mb="sm">
      An endpoint receives each event as a signed POST request as soon as the event happens. This
      example is a complete receiver:
    </Text>
    <CodeBlock code={RECEIVER} label="Example of a receiver" />
    <Text size="sm" mt="sm">
      <Anchor href="/docs/webhooks" target="_blank" underline="always" inherit>
        The guide
      </Anchor>{" "}
      explains duplicates, order and retries.
    </Text>
  </EmptyState>
);

const RECEIVER = `import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "@tms/sdk";

const secret = process.env.TMS_WEBHOOK_SECRET ?? "";

createServer(async (request, reply) => {
  try {
    const event = await verifyWebhook(await buffer(request), request.headers, secret);
    console.log(event.sequence, event.type);
    reply.writeHead(204).end();
  } catch {
    reply.writeHead(401).end();
  }
}).listen(8090);`;
