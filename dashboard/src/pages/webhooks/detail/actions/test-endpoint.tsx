import { Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { content } from "../../../../api/content.ts";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { AttemptCard } from "../../attempt-card.tsx";
import { readAgain } from "../../reads.ts";
import type { EndpointDialogProps } from "./dialog.ts";

/** Sends an endpoint an event of its own, and shows what came back. */
export function TestEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { id, api } = useEnvironment();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { endpointId: endpoint.id } };
      return content(api.POST("/webhook/{endpointId}/test", { params, body: {} }));
    },
    onSuccess: () => readAgain(id),
  });
  const attempt = test.data?.attempts.at(-1);
  return (
    <Modal opened onClose={onClose} title="Send a test event" size="lg">
      <Stack>
        {test.isError && <ProblemCard error={test.error} />}
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
        <FormButtons back="Back" onBack={onClose}>
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {test.data ? "Send another event" : "Send event"}
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}
