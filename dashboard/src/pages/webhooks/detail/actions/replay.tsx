import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../../../api/content.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment, type Environment } from "../../../../environment.ts";
import { readAgain } from "../../reads.ts";
import type { EndpointDialogProps } from "./dialog.ts";

type Bound = number | undefined;

// The API takes no more of all events at once.
const MOST = 1_000_000;

/** Has a range of events sent again. */
export function Replay({ endpoint: { id: endpointId, position }, onClose }: EndpointDialogProps) {
  const environment = useEnvironment();
  const [which, setWhich] = useState("failed");
  const [from, setFrom] = useState<Bound>();
  const [through, setThrough] = useState<Bound>();
  const replay = useMutation({
    mutationFn: async () => {
      const oldest = async () => {
        const first = await oldestSequence(environment);
        return which === "failed" ? first : Math.max(first, (through ?? position) - MOST + 1);
      };
      const body = {
        afterSequence: (from ?? (await oldest())) - 1,
        ...(through !== undefined && { throughSequence: through }),
        onlyFailed: which === "failed",
      };
      const params = { path: { endpointId } };
      return await content(environment.api.POST("/webhook/{endpointId}/replay", { params, body }));
    },
    onSuccess: () => readAgain(environment.id),
  });
  if (replay.data) return <Begun events={replay.data.events} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title="Replay events">
      <Stack>
        {replay.isError && <ProblemCard error={replay.error} />}
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
              description={`You can replay at most ${MOST.toLocaleString()} events at a time.`}
            />
          </Stack>
        </Radio.Group>
        <Group grow align="flex-start">
          <Sequence label="From sequence" placeholder="oldest" most={position} onBound={setFrom} />
          <Sequence
            label="To sequence"
            placeholder={`newest, ${position}`}
            most={position}
            onBound={setThrough}
          />
        </Group>
        <FormButtons back="Cancel" onBack={onClose}>
          <Button loading={replay.isPending} onClick={() => replay.mutate()}>
            Replay events
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}

interface SequenceProps {
  label: string;
  placeholder: string;
  /** What comes after it is sent anyway. */
  most: number;
  onBound: (bound: Bound) => void;
}

const Sequence = ({ label, placeholder, most, onBound }: SequenceProps) => (
  <NumberInput
    label={label}
    placeholder={placeholder}
    min={1}
    max={Math.max(1, most)}
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

/** The oldest event that is kept: those before it cannot be asked for. */
async function oldestSequence({ api }: Environment): Promise<number> {
  const { events } = await content(api.GET("/event", { params: { query: { limit: 1 } } }));
  return events[0]?.sequence ?? 1;
}
