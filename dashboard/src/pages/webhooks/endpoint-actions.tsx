import { Button, Group, Loader, NumberInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Endpoint } from "../../api/schema.d.ts";
import { CodeBlock } from "../../components/details.tsx";
import {
  ActionDialog,
  ActionMenu,
  Confirm,
  Dialog,
  DialogButton,
  DoneButton,
  FormDialog,
} from "../../components/forms/dialogs.tsx";
import { Choices, DEFAULT_GRACE, type Grace, GraceInput } from "../../components/forms/inputs.tsx";
import { showError } from "../../components/toast.ts";
import { type Environment, pathIn, useEnvironment } from "../../environment.ts";
import { AttemptCard } from "./deliveries.tsx";
import { EndpointFields, toBody, toValues } from "./endpoint-fields.tsx";

interface RollSecretProps extends EndpointProps {
  onRoll: () => void;
}

export const EndpointActions = ({ endpoint, onRoll }: RollSecretProps) => (
  <>
    <DialogButton
      variant="default"
      icon={IconSend}
      label="Send test event"
      dialog={<TestEndpoint endpoint={endpoint} />}
    />
    <Switch endpoint={endpoint} />
    <ActionMenu
      label="More actions"
      variant="default"
      size={36}
      actions={[
        { label: "Edit endpoint…", dialog: <EditEndpoint endpoint={endpoint} /> },
        endpoint.enabled && { label: "Replay events…", dialog: <Replay endpoint={endpoint} /> },
        { label: "Roll secret…", dialog: <RollSecret endpoint={endpoint} onRoll={onRoll} /> },
        { label: "Remove endpoint…", color: "red", dialog: <RemoveEndpoint endpoint={endpoint} /> },
      ]}
    />
  </>
);

function Switch({ endpoint: { id: endpointId, enabled } }: EndpointProps) {
  const { api } = useEnvironment();
  const change = useMutation({
    mutationFn: () => api.PATCH("/webhook/{endpointId}/update", { endpointId, enabled: !enabled }),
    onError: showError,
  });
  const SwitchIcon = enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button
      variant={enabled ? "default" : "filled"}
      leftSection={<SwitchIcon size={16} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {enabled ? "Pause endpoint" : "Enable endpoint"}
    </Button>
  );
}

function EditEndpoint({ endpoint }: EndpointProps) {
  const form = useForm({ initialValues: toValues(endpoint) });
  return (
    <FormDialog
      title="Edit endpoint"
      form={form}
      send={(values, api) =>
        api.PATCH("/webhook/{endpointId}/update", { endpointId: endpoint.id, ...toBody(values) })
      }
      action="Save changes"
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

function RollSecret({ endpoint: { id: endpointId }, onRoll }: RollSecretProps) {
  const { api } = useEnvironment();
  const [grace, setGrace] = useState<Grace>(DEFAULT_GRACE);
  const roll = useMutation({
    mutationFn: () => api.POST("/webhook/{endpointId}/roll", { endpointId, graceSeconds: grace }),
    onSuccess: onRoll,
    gcTime: 0,
  });
  if (roll.data) return <NewSecret secret={roll.data.secret} isOnly={grace === 0} />;
  return (
    <ActionDialog title="Roll the secret" mutation={roll} action="Roll secret">
      <Text size="sm">
        A new secret signs all deliveries from now on. During the grace period, the current secret
        also signs deliveries. Any earlier secret expires immediately.
      </Text>
      <GraceInput label="Grace period of the current secret" value={grace} onChange={setGrace} />
    </ActionDialog>
  );
}

interface NewSecretProps {
  /** Null if the first response was lost. */
  secret: string | null;
  isOnly: boolean;
}

const NewSecret = ({ secret, isOnly }: NewSecretProps) => (
  <Dialog title="New secret">
    {secret === null ? (
      <Text size="sm">
        The secret could not be shown. Open the endpoint and choose Reveal secret.
      </Text>
    ) : (
      <>
        <Text size="sm">
          {isOnly
            ? "Only this secret signs deliveries. Add the secret to your backend now:"
            : "Both secrets sign deliveries until the grace period ends. Add the new secret to your backend:"}
        </Text>
        <CodeBlock code={secret} label="New secret" />
      </>
    )}
    <DoneButton />
  </Dialog>
);

function RemoveEndpoint({ endpoint }: EndpointProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  return (
    <Confirm
      name={new URL(endpoint.url).host}
      action="Remove endpoint"
      act={async (api) => {
        await api.PATCH("/webhook/{endpointId}/remove", { endpointId: endpoint.id });
        // Navigates before the refresh, so that the page does not read the removed endpoint.
        await navigate({ to: pathIn(environment, "webhooks") });
        queryClient.removeQueries({ queryKey: [environment.id, "webhook", endpoint.id] });
      }}
    >
      No more events are sent to <b>{endpoint.url}</b>. Its secret is deleted, and you can no longer
      see its deliveries. The events stay in the event log. You cannot undo this.
    </Confirm>
  );
}

interface EndpointProps {
  endpoint: Endpoint;
}

function TestEndpoint({ endpoint }: EndpointProps) {
  const { api } = useEnvironment();
  const test = useMutation({
    mutationFn: () => api.POST("/webhook/{endpointId}/test", { endpointId: endpoint.id }),
  });
  const attempt = test.data?.attempts.at(-1);
  return (
    <ActionDialog
      title="Send a test event"
      size="lg"
      mutation={test}
      back="Back"
      action={test.data ? "Send another event" : "Send event"}
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

// The largest number of events that the API replays at once.
const MAX_EVENTS = 1_000_000;

const EVENTS = [
  { value: "failed", label: "Events whose last attempt failed" },
  {
    value: "all",
    label: "All events, including delivered events",
    description: `You can replay at most ${MAX_EVENTS.toLocaleString()} events at a time.`,
  },
];

function Replay({ endpoint: { id: endpointId, position } }: EndpointProps) {
  const environment = useEnvironment();
  const [which, setWhich] = useState("failed");
  const [from, setFrom] = useState<Bound>();
  const [through, setThrough] = useState<Bound>();
  const replay = useMutation({
    mutationFn: async () => {
      const onlyFailed = which === "failed";
      const earliest = onlyFailed ? 1 : (through ?? position) - MAX_EVENTS + 1;
      return await environment.api.POST("/webhook/{endpointId}/replay", {
        endpointId,
        afterSequence: (from ?? Math.max(earliest, await oldestSequence(environment))) - 1,
        throughSequence: through,
        onlyFailed,
      });
    },
  });
  if (replay.data) return <Begun events={replay.data.events} />;
  return (
    <ActionDialog title="Replay events" mutation={replay} action="Replay events">
      <Text size="sm">
        A replayed event keeps its ID, sequence and body. Your receiver can detect a duplicate by
        its ID.
      </Text>
      <Choices label="Events to replay" choices={EVENTS} value={which} onChange={setWhich} />
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

const Sequence = ({ max, onBound, ...props }: SequenceProps) => (
  <NumberInput
    {...props}
    min={1}
    max={Math.max(1, max)}
    clampBehavior="strict"
    hideControls
    onChange={(value) => onBound(typeof value === "number" ? value : undefined)}
  />
);

const Begun = ({ events }: { events: number }) => (
  <Dialog title="Replay events">
    <Text size="sm" role="status">
      {events === 0
        ? "No events match, so no event is replayed. Choose a wider sequence range."
        : `${events.toLocaleString()} event${events === 1 ? " is" : "s are"} being replayed.`}
    </Text>
    <DoneButton />
  </Dialog>
);

async function oldestSequence(environment: Environment): Promise<number> {
  const { events } = await read(environment, "/event", { limit: 1 }).queryFn();
  return events[0]?.sequence ?? 1;
}
