import { Alert, Badge, Checkbox, Stack, TagsInput, Text, TextInput, Tooltip } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Key as ApiKey } from "../../api/schema.d.ts";
import { CodeBlock, SecretAlert } from "../../components/details.tsx";
import { ActionMenu, Confirm, DialogButton, FormDialog } from "../../components/forms/dialogs.tsx";
import {
  DEFAULT_GRACE,
  type Grace,
  GraceInput,
  MomentInput,
} from "../../components/forms/inputs.tsx";
import { SCOPE_DESCRIPTIONS } from "../../api/gen/words.ts";
import { useFilters } from "../../components/forms/filters.tsx";
import { momentFault, toInstant } from "../../components/forms/moments.ts";
import { Fine, Strong } from "../../components/inline.tsx";
import { useTeam } from "../../components/names.ts";
import { EmptyState, PageHeader, QueryView } from "../../components/page.tsx";
import { quote } from "../../components/shell.ts";
import { DataTable, Pager } from "../../components/tables/data-table.tsx";
import { StateBadge, Time } from "../../components/values.tsx";
import { may, useEnvironment, useRead } from "../../environment.ts";
import { cursorSearch } from "../../searches.ts";
import { describeScopes, findIncluding, labelScope, MORE_SCOPES, withIncluded } from "./scopes.ts";

export default function KeysPage() {
  const environment = useEnvironment();
  const [issued, setIssued] = useState<Issued>();
  const { search, isAll, pager } = useFilters(cursorSearch);
  const query = useRead("/key", search);
  const isEmpty = isAll && query.data?.keys.length === 0;
  const create = may(environment, "keys:write") && (
    <DialogButton icon={IconPlus} label="Create key" dialog={<CreateKey onIssued={setIssued} />} />
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your backend sends an API key with every request. Keep keys on your servers, because anyone with a key can act as your game."
        actions={query.data && !isEmpty && create}
      />
      <Stack>
        {issued && <NewSecret issued={issued} onClose={() => setIssued(undefined)} />}
        <QueryView query={query} empty={isEmpty && <NoKeys action={create} />}>
          {({ keys, nextCursor }) => (
            <>
              <KeyTable keys={keys} onIssued={setIssued} />
              <Pager {...pager} nextCursor={nextCursor} />
            </>
          )}
        </QueryView>
      </Stack>
    </>
  );
}

const NoKeys = ({ action }: { action: ReactNode }) => (
  <EmptyState icon={IconKey} title="No API keys yet" action={action}>
    With an API key, your backend can create tournaments, add gamers and end tournaments. The secret
    is shown only once. Store the secret like a database password.
  </EmptyState>
);

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;

function KeyTable({ keys, onIssued }: IssueProps & { keys: readonly ApiKey[] }) {
  const environment = useEnvironment();
  const findMember = useTeam();
  return (
    <DataTable
      label="API keys"
      minWidth={720}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Name",
          cell: ({ name, createdAt, createdBy, hint }) => (
            <>
              <Strong>{name}</Strong>
              <Fine visibleFrom="sm">
                Created <Time at={createdAt} relative />
                {findMember(createdBy) && ` by ${findMember(createdBy)?.name}`}
              </Fine>
              <Text size="xs" ff="monospace" hiddenFrom="sm">
                {hint}…
              </Text>
            </>
          ),
        },
        {
          head: "Key",
          from: "sm",
          td: { ff: "monospace", fz: "xs" },
          cell: ({ hint }) => `${hint}…`,
        },
        {
          head: "Permissions",
          from: "sm",
          cell: ({ scopes, ipRanges }) => (
            <>
              <Text size="sm">{describeScopes(scopes)}</Text>
              {ipRanges.length > 0 && (
                <Tooltip label={ipRanges.join(", ")}>
                  <Text size="xs" c="dimmed">
                    limited to {ipRanges.length} address range{ipRanges.length > 1 && "s"}
                  </Text>
                </Tooltip>
              )}
            </>
          ),
        },
        { head: "Last used", from: "sm", cell: (key) => <LastUse apiKey={key} /> },
        { head: "State", cell: (key) => <State apiKey={key} /> },
        {
          head: "Actions",
          hidesHead: true,
          cell: (key) =>
            may(environment, "keys:write") && <KeyActions apiKey={key} onIssued={onIssued} />,
        },
      ]}
    />
  );
}

function LastUse({ apiKey }: { apiKey: ApiKey }) {
  const { lastUsedAt, lastUsedAddress, createdAt, state } = apiKey;
  const isIdle = state === "active" && Date.now() - Date.parse(lastUsedAt ?? createdAt) > UNUSED_MS;
  return (
    <Stack gap={2}>
      <Text size="sm">
        <Time at={lastUsedAt} relative none="never" />
      </Text>
      {lastUsedAddress && <Fine>from {lastUsedAddress}</Fine>}
      {isIdle && (
        <Badge color="yellow" size="sm">
          Unused for 90 days
        </Badge>
      )}
    </Stack>
  );
}

function State({ apiKey: { state, expiresAt, endsAt } }: { apiKey: ApiKey }) {
  const isEnding = state === "active" && expiresAt && Date.parse(expiresAt) - Date.now() < SOON_MS;
  return (
    <Stack gap={2} align="flex-start">
      <StateBadge state={isEnding ? "expires_soon" : state} />
      {state === "rolling" && endsAt && (
        <Fine>
          works until <Time at={endsAt} />
        </Fine>
      )}
      {state === "active" && expiresAt && (
        <Fine>
          expires <Time at={expiresAt} />
        </Fine>
      )}
    </Stack>
  );
}

interface IssueProps {
  onIssued: (issued: Issued) => void;
}

function CreateKey({ onIssued }: IssueProps) {
  const environment = useEnvironment();
  // A person cannot give a key more rights than they have.
  const scopesToGive = MORE_SCOPES.filter((scope) => may(environment, scope));
  const form = useForm({
    initialValues: {
      name: "",
      scopes: scopesToGive,
      ipRanges: [] as string[],
      /** The field in the format of `moments.ts`. Empty means no expiry. */
      expiresAt: "",
    },
    validate: { expiresAt: (field) => momentFault(field) ?? null },
  });
  const chosen = form.values.scopes;
  return (
    <FormDialog
      title={`Create a ${environment.mode} API key`}
      form={form}
      send={({ scopes, expiresAt, ...values }, api) =>
        api.POST("/key/create", {
          ...values,
          scopes: ["read", ...withIncluded(scopes)],
          expiresAt: toInstant(expiresAt),
        })
      }
      onDone={({ secret }, { name }) => onIssued({ name, secret })}
      action="Create key"
    >
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
        value={withIncluded(chosen)}
      >
        <Stack gap="xs" mt="xs">
          {scopesToGive.map((scope) => {
            const greater = findIncluding(scope, chosen);
            return (
              <Checkbox
                key={scope}
                value={scope}
                label={labelScope(scope)}
                description={`${SCOPE_DESCRIPTIONS[scope]}${greater ? ` (included in ${labelScope(greater)})` : ""}`}
                disabled={greater !== undefined}
              />
            );
          })}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label="Allowed addresses"
        description="CIDR ranges, such as 203.0.113.0/24. Leave empty to allow all addresses."
        maxTags={20}
        {...form.getInputProps("ipRanges")}
      />
      <MomentInput
        label="Expires"
        description="Leave empty for no expiry"
        {...form.getInputProps("expiresAt")}
      />
    </FormDialog>
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
    <SecretAlert title={`Secret of “${name}”`} onClose={onClose}>
      <Text size="sm">
        The secret is shown only once. Copy the secret now. If you lose the secret, create another
        key.
      </Text>
      <CodeBlock code={secret} label="Secret" />
      <Text size="sm">Test the key:</Text>
      <CodeBlock code={usage(secret)} label="Commands that use the key" />
    </SecretAlert>
  );
}

const usage = (secret: string): string =>
  [
    `export TMS_API_KEY=${quote(secret)}`,
    `export TMS_BASE_URL=${quote(location.origin)}`,
    `curl -H "X-API-Key: $TMS_API_KEY" "$TMS_BASE_URL/tournament"`,
  ].join("\n");

interface KeyActionsProps extends IssueProps {
  apiKey: ApiKey;
}

const KeyActions = ({ apiKey, onIssued }: KeyActionsProps) =>
  (apiKey.state === "active" || apiKey.state === "rolling") && (
    <ActionMenu
      label={`Actions for ${apiKey.name}`}
      variant="subtle"
      color="gray"
      actions={[
        apiKey.state === "active" && {
          label: "Roll key…",
          dialog: <RollKey apiKey={apiKey} onIssued={onIssued} />,
        },
        {
          label: "Revoke key…",
          color: "red",
          dialog: (
            <Confirm
              name={apiKey.name}
              action="Revoke key"
              act={(api) => api.PATCH("/key/{keyId}/revoke", { keyId: apiKey.id })}
            >
              The API starts to reject requests with <b>{apiKey.hint}…</b> within five seconds. You
              cannot undo this.
            </Confirm>
          ),
        },
      ]}
    />
  );

function RollKey({ apiKey, onIssued }: KeyActionsProps) {
  const [grace, setGrace] = useState<Grace>(DEFAULT_GRACE);
  return (
    <Confirm
      title={`Roll key “${apiKey.name}”`}
      act={(api) => api.POST("/key/{keyId}/roll", { keyId: apiKey.id, graceSeconds: grace })}
      onDone={({ secret }) => onIssued({ name: apiKey.name, secret })}
      back="Cancel"
      action="Roll key"
      button={{}}
      below={<GraceInput label="Grace period of the old key" value={grace} onChange={setGrace} />}
    >
      Rolling creates a new key with the same settings. The old key works until the grace period
      ends, so that you can update your servers.
    </Confirm>
  );
}
