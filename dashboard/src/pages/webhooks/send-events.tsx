import { Button, Group, Loader, Modal, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../api/client.ts";
import type { Endpoint } from "../../api/types.ts";
import { ActionDialog } from "../../components/forms/submit.tsx";
import { type Environment, useEnvironment } from "../../environment.ts";
import { AttemptCard } from "./delivery-drawer.tsx";
import { refreshEndpoints } from "./queries.ts";

export interface EndpointDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
}

export function TestEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { id, api } = useEnvironment();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { endpointId: endpoint.id } };
      return content(api.POST("/webhook/{endpointId}/test", { params, body: {} }));
    },
    onSuccess: () => refreshEndpoints(id),
  });
  const attempt = test.data?.attempts.at(-1);
  return (
    <ActionDialog
      title="Send a test event"
      size="lg"
      mutation={test}
      back="Back"
      action={test.data ? "Send another event" : "Send event"}
      onClose={onClose}
    >
      {test.isPending ? (
        <Group gap="sm" role="status">
          <Loader size="xs" />
          <Text size="sm">Waiting up to 15 seconds for a response…</Text>
        </Group>
      ) : attempt ? (
        <AttemptCard attempt={attempt} />
      ) : (
        <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
          The service sends one signed <b>webhook.test</b> event to {endpoint.url}.
          {!endpoint.enabled && ` This works even while the endpoint is ${endpoint.state}.`} The
          event contains no data of your game and does not change the success rate.
        </Text>
      )}
    </ActionDialog>
  );
}

type Bound = number | undefined;

// The API replays at max this number of events at once.
const MAX_EVENTS = 1_000_000;

export function Replay({ endpoint: { id: endpointId, position }, onClose }: EndpointDialogProps) {
  const environment = useEnvironment();
  const [which, setWhich] = useState("failed");
  const [from, setFrom] = useState<Bound>();
  const [through, setThrough] = useState<Bound>();
  const replay = useMutation({
    mutationFn: async () => {
      const oldest = async () => {
        const first = await oldestSequence(environment);
        return which === "failed" ? first : Math.max(first, (through ?? position) - MAX_EVENTS + 1);
      };
      const body = {
        afterSequence: (from ?? (await oldest())) - 1,
        ...(through !== undefined && { throughSequence: through }),
        onlyFailed: which === "failed",
      };
      const params = { path: { endpointId } };
      return await content(environment.api.POST("/webhook/{endpointId}/replay", { params, body }));
    },
    onSuccess: () => refreshEndpoints(environment.id),
  });
  if (replay.data) return <Begun events={replay.data.events} onClose={onClose} />;
  return (
    <ActionDialog
      title="Replay events"
      mutation={replay}
      back="Cancel"
      action="Replay events"
      onClose={onClose}
    >
      <Text size="sm">
        A replayed event keeps its ID, sequence and body. Your receiver can detect a duplicate by
        its ID.
      </Text>
      <Radio.Group label="Events to replay" value={which} onChange={setWhich}>
        <Stack gap="xs" mt="xs">
          <Radio value="failed" label="Events whose last attempt failed" />
          <Radio
            value="all"
            label="All events, including delivered events"
            description={`You can replay at most ${MAX_EVENTS.toLocaleString()} events at a time.`}
          />
        </Stack>
      </Radio.Group>
      <Group grow align="flex-start">
        <Sequence label="From sequence" placeholder="oldest" max={position} onBound={setFrom} />
        <Sequence
          label="To sequence"
          placeholder={`newest, ${position}`}
          max={position}
          onBound={setThrough}
        />
      </Group>
    </ActionDialog>
  );
}

interface SequenceProps {
  label: string;
  placeholder: string;
  /** The latest sequence that was sent to the endpoint. */
  max: number;
  onBound: (bound: Bound) => void;
}

const Sequence = ({ label, placeholder, max, onBound }: SequenceProps) => (
  <NumberInput
    label={label}
    placeholder={placeholder}
    min={1}
    max={Math.max(1, max)}
    clampBehavior="strict"
    allowDecimal={false}
    hideControls
    onChange={(value) => onBound(typeof value === "number" ? value : undefined)}
  />
);

const Begun = ({ events, onClose }: { events: number; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Replay events">
    <Stack>
      <Text size="sm" role="status">
        {events === 0
          ? "No events match, so no event is replayed. Choose a wider sequence range."
          : `${events.toLocaleString()} event${events === 1 ? " is" : "s are"} being replayed.`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
);

/** Returns the oldest kept sequence. */
async function oldestSequence({ api }: Environment): Promise<number> {
  const { events } = await content(api.GET("/event", { params: { query: { limit: 1 } } }));
  return events[0]?.sequence ?? 1;
}
