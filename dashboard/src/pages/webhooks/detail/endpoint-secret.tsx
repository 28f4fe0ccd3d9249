import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { content } from "../../../api/content.ts";
import { IconEye, IconEyeOff } from "../../../components/icons.ts";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { ProblemCard } from "../../../components/page/problem-card.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useEnvironment } from "../../../environment.ts";

/**
 * Shows an endpoint's secret to whoever asks. It is told as an event that they did, so nothing is read
 * before; and it is forgotten with the page, so nothing of it lies in the query cache.
 */
export function EndpointSecret({ endpointId }: { endpointId: string }) {
  const { api } = useEnvironment();
  const reveal = useMutation({
    mutationFn: () =>
      content(api.GET("/webhook/{endpointId}/secret", { params: { path: { endpointId } } })),
    gcTime: 0,
  });
  if (reveal.isError) return <ProblemCard error={reveal.error} retry={() => reveal.mutate()} />;
  if (reveal.data === undefined)
    return (
      <Group gap="sm">
        <span aria-hidden="true">whsec_••••••••••••••••</span>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconEye size={14} />}
          loading={reveal.isPending}
          onClick={() => reveal.mutate()}
        >
          Reveal secret
        </Button>
      </Group>
    );
  const { secret, previous, previousEndsAt } = reveal.data;
  return (
    <Stack gap={6} align="flex-start">
      <Secret label="Signing secret" secret={secret} />
      {previous !== null && (
        <>
          <Text size="xs" c="dimmed">
            The previous secret also signs deliveries
            {previousEndsAt !== null && (
              <>
                {" "}
                until <Time at={previousEndsAt} />
              </>
            )}
            :
          </Text>
          <Secret label="Previous secret" secret={previous} />
        </>
      )}
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconEyeOff size={14} />}
        onClick={() => reveal.reset()}
      >
        Hide secret
      </Button>
    </Stack>
  );
}

const Secret = ({ label, secret }: { label: string; secret: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code role="group" aria-label={label} style={{ overflowWrap: "anywhere" }}>
      {secret}
    </Code>
    <CopyButton value={secret} label={`Copy ${label.toLowerCase()}`} />
  </Group>
);
