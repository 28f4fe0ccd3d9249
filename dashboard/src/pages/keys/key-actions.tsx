import { ActionIcon, Button, Menu, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "../../api/types.ts";
import { IconDots } from "../../components/icons.ts";
import { queryClient } from "../../api/query-client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DEFAULT_GRACE, graceSeconds, GRACES } from "../../components/forms/graces.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { FormButtons } from "../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../environment.ts";
import type { Issued } from "./new-secret.tsx";

interface KeyActionsProps {
  apiKey: ApiKey;
  onIssued: (issued: Issued) => void;
}

/** What can be done with a key that still works. */
export function KeyActions({ apiKey, onIssued }: KeyActionsProps) {
  const [open, setOpen] = useState<"roll" | "revoke">();
  const close = () => setOpen(undefined);
  if (apiKey.state !== "active" && apiKey.state !== "rolling") return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {apiKey.state === "active" && (
            <Menu.Item onClick={() => setOpen("roll")}>Roll key…</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setOpen("revoke")}>
            Revoke key…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "roll" && <RollKey apiKey={apiKey} onIssued={onIssued} onClose={close} />}
      {open === "revoke" && <RevokeKey apiKey={apiKey} onClose={close} />}
    </>
  );
}

function RollKey({ apiKey, onIssued, onClose }: KeyActionsProps & { onClose: () => void }) {
  const { id, api } = useEnvironment();
  const [grace, setGrace] = useState<string>(DEFAULT_GRACE);
  const roll = useMutation({
    mutationFn: async () => {
      const body = { graceSeconds: graceSeconds(grace) };
      const params = { path: { keyId: apiKey.id } };
      return (await api.POST("/key/{keyId}/roll", { params, body })).data;
    },
    onSuccess: (issued) => {
      void queryClient.invalidateQueries({ queryKey: [id, "keys"] });
      if (issued) onIssued({ name: apiKey.name, secret: issued.secret });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Roll key “${apiKey.name}”`}>
      <Stack>
        {roll.isError && <ProblemCard error={roll.error} />}
        <Text size="sm">
          Rolling creates a new key with the same settings. The old key works until the grace period
          ends, so that you can update your servers.
        </Text>
        <Select
          label="Grace period of the old key"
          data={GRACES}
          allowDeselect={false}
          value={grace}
          onChange={(value) => setGrace(value ?? grace)}
        />
        <FormButtons back="Cancel" onBack={onClose}>
          <Button loading={roll.isPending} onClick={() => roll.mutate()}>
            Roll key
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, api } = useEnvironment();
  return (
    <ConfirmByName
      title="Revoke key"
      name={apiKey.name}
      action="Revoke key"
      act={() => api.PATCH("/key/{keyId}/revoke", { params: { path: { keyId: apiKey.id } } })}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: [id, "keys"] });
        onClose();
      }}
      onClose={onClose}
    >
      The API starts to reject requests with <b>{apiKey.hint}…</b> within five seconds. You cannot
      undo this.
    </ConfirmByName>
  );
}
