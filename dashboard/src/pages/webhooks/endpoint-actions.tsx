import { ActionIcon, Button, Group, Menu, Modal, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { content } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Endpoint } from "../../api/types.ts";
import { CodeBlock } from "../../components/code.tsx";
import { ConfirmByName } from "../../components/forms/confirm.tsx";
import { DEFAULT_GRACE, GRACES, graceSeconds } from "../../components/forms/graces.ts";
import { FormButtons, FormDialog, useSubmit } from "../../components/forms/submit.tsx";
import { IconDots, IconPlayerPause, IconPlayerPlay, IconSend } from "../../components/icons.ts";
import { ProblemCard } from "../../components/page/query-view.tsx";
import { endpointHost } from "../../components/webhooks.tsx";
import { pathIn, useEnvironment } from "../../environment.ts";
import { toBody, EndpointFields, toValues } from "./endpoint-fields.tsx";
import { refreshEndpoints } from "./queries.ts";
import { type EndpointDialogProps, Replay, TestEndpoint } from "./send-events.tsx";

const DIALOGS = {
  test: TestEndpoint,
  replay: Replay,
  edit: EditEndpoint,
  roll: RollSecret,
  remove: RemoveEndpoint,
};

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Dialog = open && DIALOGS[open];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} />}
        onClick={() => setOpen("test")}
      >
        Send test event
      </Button>
      <Switch endpoint={endpoint} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("edit")}>Edit endpoint…</Menu.Item>
          {endpoint.enabled && (
            <Menu.Item onClick={() => setOpen("replay")}>Replay events…</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpen("roll")}>Roll secret…</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen("remove")}>
            Remove endpoint…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog endpoint={endpoint} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Switch({ endpoint: { id: endpointId, enabled } }: { endpoint: Endpoint }) {
  const { id, api } = useEnvironment();
  const change = useMutation({
    mutationFn: () =>
      api.PATCH("/webhook/{endpointId}/update", {
        params: { path: { endpointId } },
        body: { enabled: !enabled },
      }),
    onSuccess: () => refreshEndpoints(id),
    onError: ({ message }) => notifications.show({ color: "red", message }),
  });
  const Icon = enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <Button
      variant={enabled ? "default" : "filled"}
      leftSection={<Icon size={16} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {enabled ? "Pause endpoint" : "Enable endpoint"}
    </Button>
  );
}

function EditEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { id, api } = useEnvironment();
  const form = useForm({ initialValues: toValues(endpoint) });
  const submission = useSubmit(
    form,
    (values) => {
      const params = { path: { endpointId: endpoint.id } };
      return api.PATCH("/webhook/{endpointId}/update", { params, body: toBody(values) });
    },
    () => {
      refreshEndpoints(id);
      onClose();
    },
  );
  return (
    <FormDialog
      title="Edit endpoint"
      submission={submission}
      back="Cancel"
      action="Save changes"
      onClose={onClose}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

function RollSecret({ endpoint: { id: endpointId }, onClose }: EndpointDialogProps) {
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
    onSuccess: () => refreshEndpoints(id),
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
  /** Null if the first response was lost. */
  secret: string | null;
  /** True if the previous secret has expired. */
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

function RemoveEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { id, api } = environment;
  const queryKey = [id, "webhooks", endpoint.id];
  // Navigates first, so that the page does not read the removed endpoint.
  async function leave(): Promise<void> {
    await navigate({ to: pathIn(environment, "webhooks") });
    queryClient.removeQueries({ queryKey });
    refreshEndpoints(id);
  }
  return (
    <ConfirmByName
      title="Remove endpoint"
      name={endpointHost(endpoint.url)}
      action="Remove endpoint"
      act={() => {
        const params = { path: { endpointId: endpoint.id } };
        return api.PATCH("/webhook/{endpointId}/remove", { params, body: {} });
      }}
      onDone={() => void leave()}
      onClose={onClose}
    >
      No more events are sent to <b>{endpoint.url}</b>. The deliveries and the secret of the
      endpoint are deleted. The events stay in the event log. You cannot undo this.
    </ConfirmByName>
  );
}
