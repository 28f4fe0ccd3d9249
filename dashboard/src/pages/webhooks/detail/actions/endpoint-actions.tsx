import { ActionIcon, Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Endpoint } from "../../../../api/types.ts";
import {
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
} from "../../../../components/icons.ts";
import { useEnvironment } from "../../../../environment.ts";
import { readAgain } from "../../reads.ts";
import { EditEndpoint } from "./edit-endpoint.tsx";
import { RemoveEndpoint } from "./remove-endpoint.tsx";
import { Replay } from "./replay.tsx";
import { RollSecret } from "./roll-secret.tsx";
import { TestEndpoint } from "./test-endpoint.tsx";

const DIALOGS = {
  test: TestEndpoint,
  replay: Replay,
  edit: EditEndpoint,
  roll: RollSecret,
  remove: RemoveEndpoint,
};

/** What can be done with an endpoint. */
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

/** Pauses an endpoint, or lets it go on. */
function Switch({ endpoint: { id: endpointId, enabled } }: { endpoint: Endpoint }) {
  const { id, api } = useEnvironment();
  const change = useMutation({
    mutationFn: () =>
      api.PATCH("/webhook/{endpointId}/update", {
        params: { path: { endpointId } },
        body: { enabled: !enabled },
      }),
    onSuccess: () => readAgain(id),
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
