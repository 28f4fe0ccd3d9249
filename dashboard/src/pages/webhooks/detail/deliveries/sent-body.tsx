import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { content } from "../../../../api/content.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { QueryView } from "../../../../components/page/query-view.tsx";
import { useEnvironment } from "../../../../environment.ts";

/** The request that is sent: its first lines, and the event as its body. */
export function SentBody({ eventId, url }: { eventId: string; url: string }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "event", eventId],
    queryFn: async () => {
      const params = { path: { eventId } };
      return (await content(api.GET("/event/{eventId}", { params }))).event;
    },
    // An event never changes.
    staleTime: Infinity,
  });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Request
      </Text>
      <Text size="xs" c="dimmed">
        The actual body has no line breaks. Each attempt has its own timestamp and signature.
      </Text>
      <QueryView query={query} lines={3}>
        {(event) => (
          <CodeBlock
            label="Request"
            code={[...headOf(url, eventId), "", JSON.stringify(event, null, 2)].join("\n")}
          />
        )}
      </QueryView>
    </Stack>
  );
}

const headOf = (url: string, eventId: string): string[] => {
  const { host, pathname, search } = new URL(url);
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    "content-type: application/json",
    "user-agent: TMS-Webhooks/1.0",
    `webhook-id: ${eventId}`,
    "webhook-timestamp: …",
    "webhook-signature: v1,…",
  ];
};
