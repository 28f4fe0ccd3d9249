import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { IconWebhook } from "../../../components/icons.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { EmptyState } from "../../../components/page/empty-state.tsx";

/** Says what a webhook is, and shows a whole receiver. */
export const NoEndpoints = ({ action }: { action: ReactNode }) => (
  <EmptyState isWide icon={<IconWebhook size={28} />} title="No endpoint yet" action={action}>
    <Text mb="sm">
      A webhook is a request that we make to you: each event is sent to your backend as a signed
      POST the moment it happens, so you need not ask for it. This is all of a backend that takes
      them:
    </Text>
    <CodeBlock code={RECEIVER} label="A receiver" />
    <Text size="sm" mt="sm">
      <Anchor href="/docs/webhooks" target="_blank" underline="always" inherit>
        The guide
      </Anchor>{" "}
      says what comes twice, in which order, and when it is sent again.
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
