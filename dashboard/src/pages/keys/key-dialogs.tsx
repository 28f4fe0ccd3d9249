import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Menu,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import type { ApiKey } from "../../api/types.ts";
import { CodeBlock } from "../../components/code.tsx";
import { ConfirmByName } from "../../components/forms/confirm.tsx";
import { DEFAULT_GRACE, GRACES, graceSeconds } from "../../components/forms/graces.ts";
import { MomentInput } from "../../components/forms/inputs.tsx";
import { momentFault, toInstant } from "../../components/forms/moments.ts";
import { ActionDialog, FormDialog, useSubmit } from "../../components/forms/submit.tsx";
import { IconDots, IconKey } from "../../components/icons.ts";
import { quote } from "../../components/shell.ts";
import { type Environment, may, useEnvironment } from "../../environment.ts";
import { isImplied, KEY_SCOPES, type KeyScope, withImplied } from "./scopes.ts";

interface CreateKeyProps {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

export function CreateKey({ onClose, onIssued }: CreateKeyProps) {
  const environment = useEnvironment();
  const form = useForm({
    initialValues: newKey(environment),
    validate: { expiresAt: (field) => momentFault(field) ?? null },
  });
  const submission = useSubmit(
    form,
    async ({ name, scopes, ipRanges, expiresAt }) => {
      const expires = toInstant(expiresAt);
      const body = {
        name,
        scopes: ["read" as const, ...withImplied(scopes)],
        ipRanges,
        ...(expires !== undefined && { expiresAt: expires }),
      };
      return (await environment.api.POST("/key/create", { body })).data;
    },
    (issued, { name }) => {
      void queryClient.invalidateQueries({ queryKey: [environment.id, "keys"] });
      if (issued) onIssued({ name, secret: issued.secret });
    },
  );
  return (
    <FormDialog
      title={`Create a ${environment.mode} API key`}
      submission={submission}
      back="Cancel"
      action="Create key"
      onClose={onClose}
    >
      <KeyFields form={form} />
    </FormDialog>
  );
}

interface NewKey extends Record<string, unknown> {
  name: string;
  scopes: KeyScope[];
  ipRanges: string[];
  /** The field in the format of `moments.ts`. Empty means no expiry. */
  expiresAt: string;
}

const MAX_RANGES = 20;

/** A person cannot give a key more rights than they have. */
const scopesToGive = (environment: Environment) =>
  KEY_SCOPES.filter(({ value }) => value !== "wallets:write" || may(environment, value));

const newKey = (environment: Environment): NewKey => ({
  name: "",
  scopes: scopesToGive(environment).map(({ value }) => value),
  ipRanges: [],
  expiresAt: "",
});

function KeyFields({ form }: { form: UseFormReturnType<NewKey> }) {
  const scopes = scopesToGive(useEnvironment());
  return (
    <>
      <TextInput
        label="Name"
        placeholder="Match server"
        required
        data-autofocus
        maxLength={60}
        {...form.getInputProps("name")}
      />
      <Checkbox.Group
        label="Permissions"
        description="Every key can read. Choose what else this key can do."
        {...form.getInputProps("scopes")}
        value={withImplied(form.values.scopes)}
      >
        <Stack gap="xs" mt="xs">
          {scopes.map(({ value, label, description }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              description={
                isImplied(value, form.values.scopes)
                  ? `${description} (included in Entries)`
                  : description
              }
              disabled={isImplied(value, form.values.scopes)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label="Allowed addresses"
        description="CIDR ranges, such as 203.0.113.0/24. Leave empty to allow all addresses."
        maxTags={MAX_RANGES}
        {...form.getInputProps("ipRanges")}
      />
      <MomentInput
        label="Expires"
        description="Leave empty for no expiry"
        {...form.getInputProps("expiresAt")}
      />
    </>
  );
}

export interface Issued {
  name: string;
  /** Null if the first response was lost. A repeated request does not return the secret. */
  secret: string | null;
}

export function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { name, secret } = issued;
  if (secret === null)
    return (
      <Alert color="yellow" title="The secret could not be shown" withCloseButton onClose={onClose}>
        The key “{name}” was created, but its secret did not arrive. Revoke the key and create
        another.
      </Alert>
    );
  return (
    <Alert
      color="teal"
      variant="outline"
      title={`Secret of “${name}”`}
      icon={<IconKey size={18} />}
    >
      <Stack gap="sm">
        <Text size="sm">
          The secret is shown only once. Copy the secret now. If you lose the secret, create another
          key.
        </Text>
        <CodeBlock code={secret} label="Secret" />
        <Text size="sm">Test the key:</Text>
        <CodeBlock code={usage(secret)} label="Commands that use the key" />
        <Group justify="flex-end">
          <Button variant="default" size="xs" onClick={onClose}>
            I stored the secret
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

const usage = (secret: string): string =>
  [
    `export TMS_API_KEY=${quote(secret)}`,
    `export TMS_BASE_URL=${quote(location.origin)}`,
    `curl -H "X-API-Key: $TMS_API_KEY" "$TMS_BASE_URL/tournament"`,
  ].join("\n");

interface KeyActionsProps {
  apiKey: ApiKey;
  onIssued: (issued: Issued) => void;
}

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
    <ActionDialog
      title={`Roll key “${apiKey.name}”`}
      mutation={roll}
      back="Cancel"
      action="Roll key"
      onClose={onClose}
    >
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
    </ActionDialog>
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
