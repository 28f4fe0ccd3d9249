import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import type { Request } from "../../api/types.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { curl } from "../../components/code/curl.ts";
import { DetailsDrawer } from "../../components/details/details-drawer.tsx";
import { Detail, Details } from "../../components/details/details.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { Time } from "../../components/values/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { useCallerName } from "./caller-name.ts";
import { StatusBadge } from "./request-table.tsx";

/** All that is known of one request. */
export function RequestDrawer({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { id, api } = useEnvironment();
  const query = useQuery({
    queryKey: [id, "request", requestId],
    queryFn: async () => {
      const params = { path: { requestId } };
      return (await content(api.GET("/request/{requestId}", { params }))).request;
    },
  });
  return (
    <DetailsDrawer title="Request" onClose={onClose}>
      <QueryView query={query}>{(request) => <Particulars request={request} />}</QueryView>
    </DetailsDrawer>
  );
}

function Particulars({ request }: { request: Request }) {
  const name = useCallerName()(request);
  return (
    <Stack>
      <Group gap="sm">
        <StatusBadge status={request.status} />
        <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
          {request.method} {request.path}
        </Text>
      </Group>
      <Details>
        <Detail name="ID">
          {request.requestId} <CopyButton value={request.requestId} label="Copy request ID" />
        </Detail>
        <Detail name="Time">
          <Time at={request.at} seconds />
        </Detail>
        <Detail name="Duration">{request.durationMs.toFixed(1)} ms</Detail>
        <Detail name="Caller">
          {request.caller.type === "api_key" ? "API key" : "Person"} {name ?? request.caller.id}
        </Detail>
        <Detail name="Address">{request.address}</Detail>
        {request.code !== null && (
          <Detail name="Problem">
            <a href={`/problems/${request.code.replaceAll("_", "-")}`} target="_blank">
              {request.code}
            </a>
          </Detail>
        )}
        {request.idempotencyKey !== null && (
          <Detail name="Idempotency-Key">
            {request.idempotencyKey}
            {request.replayed && " (repeated request, same response as the first)"}
          </Detail>
        )}
      </Details>
      {request.body !== null && <CodeBlock code={request.body} label="Body" />}
      <Text size="sm" fw={600}>
        curl command
      </Text>
      <CodeBlock code={asCurl(request)} label="Request as a curl command" />
    </Stack>
  );
}

/** The request as a line for a shell; the key is the reader's own. */
function asCurl({ method, path, body }: Request): string {
  const known = method === "POST" || method === "PATCH" ? method : "GET";
  return curl(known, path, parsed(body));
}

/** The body, if it was recorded as a whole. */
function parsed(body: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(body ?? "");
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
