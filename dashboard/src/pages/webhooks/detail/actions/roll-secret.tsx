import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { content } from "../../../../api/content.ts";
import { CodeBlock } from "../../../../components/code/code-block.tsx";
import { DEFAULT_GRACE, graceSeconds, GRACES } from "../../../../components/forms/graces.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { readAgain } from "../../reads.ts";
import type { EndpointDialogProps } from "./dialog.ts";

/** Gives an endpoint another secret, and shows it. */
export function RollSecret({ endpoint: { id: endpointId }, onClose }: EndpointDialogProps) {
  const { id, api } = useEnvironment();
  const [grace, setGrace] = useState<string>(DEFAULT_GRACE);
  const roll = useMutation({
    mutationFn: () =>
      content(
        api.POST("/webhook/{endpointId}/roll", {
          params: { path: { endpointId } },
          body: { graceSeconds: graceSeconds(grace) },
        }),
      ),
    onSuccess: () => readAgain(id),
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={roll.data ? "New secret" : "Roll the secret"}>
      {roll.data ? (
        <NewSecret secret={roll.data.secret} isOnly={grace === "0"} onClose={onClose} />
      ) : (
        <Stack>
          {roll.isError && <ProblemCard error={roll.error} />}
          <Text size="sm">
            A new secret signs all deliveries from now on. During the grace period, the current
            secret also signs deliveries. Any earlier secret expires immediately.
          </Text>
          <Select
            label="Grace period of the current secret"
            data={GRACES}
            allowDeselect={false}
            value={grace}
            onChange={(value) => setGrace(value ?? grace)}
          />
          <FormButtons back="Cancel" onBack={onClose}>
            <Button loading={roll.isPending} onClick={() => roll.mutate()}>
              Roll secret
            </Button>
          </FormButtons>
        </Stack>
      )}
    </Modal>
  );
}

interface NewSecretProps {
  /** Null when the answer was lost and the request repeated. */
  secret: string | null;
  /** Whether the one before has ended. */
  isOnly: boolean;
  onClose: () => void;
}

const NewSecret = ({ secret, isOnly, onClose }: NewSecretProps) => (
  <Stack>
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
    <Group justify="flex-end">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
