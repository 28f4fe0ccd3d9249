import { Code, Group } from "@mantine/core";
import type { Endpoint } from "../../../api/types.ts";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { Detail, Details } from "../../../components/details/details.tsx";
import { Section } from "../../../components/page/section.tsx";
import { Time } from "../../../components/values/time.tsx";
import { may, useEnvironment } from "../../../environment.ts";
import { EndpointSecret } from "./endpoint-secret.tsx";

/** How an endpoint is set. */
export function Settings({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  const { id, url, events, createdAt } = endpoint;
  return (
    <Section title="Settings">
      <Details>
        <Detail name="URL">
          <span style={{ overflowWrap: "anywhere" }}>{url}</span>{" "}
          <CopyButton value={url} label="Copy URL" />
        </Detail>
        <Detail name="Events">
          {events.includes("*") ? (
            "all events"
          ) : (
            <Group gap={6}>
              {events.map((type) => (
                <Code key={type}>{type}</Code>
              ))}
            </Group>
          )}
        </Detail>
        {may(environment, "webhooks:write") && (
          <Detail name="Secret">
            <EndpointSecret endpointId={id} />
          </Detail>
        )}
        <Detail name="Created">
          <Time at={createdAt} />
        </Detail>
        <Detail name="ID">
          {id} <CopyButton value={id} label="Copy endpoint ID" />
        </Detail>
      </Details>
    </Section>
  );
}
