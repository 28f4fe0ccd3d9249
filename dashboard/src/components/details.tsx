import { Alert, Box, Code, Drawer, type DrawerProps, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFocusReturn } from "./focus-return.ts";
import { CopyButton, Hint, SmallButton } from "./inline.tsx";
import { Panel } from "./page.tsx";
import { curlLines, type Method } from "./shell.ts";

interface DetailsProps {
  /** The details by name. A detail without a value is left out. */
  rows: Readonly<Record<string, ReactNode>>;
  isWide?: boolean;
}

export const Details = ({ rows, isWide = false }: DetailsProps) => (
  <Box
    component="dl"
    display="grid"
    m={0}
    style={{
      gap: "10px var(--mantine-spacing-xl)",
      gridTemplateColumns: isWide ? "repeat(auto-fill, minmax(min(270px, 100%), 1fr))" : "1fr",
    }}
  >
    {Object.entries(rows)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => (
        // The baseline aligns a name with its value, because a button makes a line higher.
        <Group key={name} gap="sm" wrap="nowrap" align="baseline">
          <Text component="dt" size="sm" c="dimmed" flex="0 0 92px">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} flex={1} miw={0}>
            {value}
          </Text>
        </Group>
      ))}
  </Box>
);

/** A value with a button to copy it. `name` is the name of the value, such as "entry ID". */
export const Copyable = ({ value, name }: { value: string; name: string }) => (
  <>
    <span style={{ overflowWrap: "anywhere" }}>{value}</span>{" "}
    <CopyButton value={value} label={`Copy ${name}`} />
  </>
);

export function DetailsDrawer(props: Pick<DrawerProps, "title" | "onClose" | "children">) {
  useFocusReturn();
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
      {...props}
    />
  );
}

export const JsonBlock = ({ json, label }: { json: unknown; label: string }) => (
  <CodeBlock code={JSON.stringify(json, null, 2)} label={`${label} as JSON`} />
);

export const Metadata = ({ metadata }: { metadata: object | undefined }) =>
  metadata && (
    <Panel title="Metadata">
      <JsonBlock json={metadata} label="Metadata" />
    </Panel>
  );

export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <Group
    wrap="nowrap"
    align="flex-start"
    gap={0}
    w="100%"
    ta="left"
    bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))"
    style={{ borderRadius: "var(--mantine-radius-md)" }}
  >
    <Code
      block
      fz="xs"
      tabIndex={0}
      role="region"
      aria-label={label}
      p="md"
      bg="none"
      flex={1}
      miw={0}
      mah="70vh"
      style={{ overflow: "auto" }}
    >
      {code}
    </Code>
    <Box pt={8} pr={8}>
      <CopyButton value={code} label="Copy" />
    </Box>
  </Group>
);

interface CurlSampleProps {
  code: string;
  /** The purpose of the command, such as "add a gamer". */
  to: string;
  children?: string;
}

export const CurlSample = ({ code, to, children }: CurlSampleProps) => (
  <Stack gap="xs" maw={640} mx="auto">
    <Hint>{children ?? "Use an API key of this environment:"}</Hint>
    <CodeBlock code={code} label={`curl command to ${to}`} />
  </Stack>
);

interface SecretAlertProps {
  title: string;
  onClose: () => void;
  action?: ReactNode;
  children: ReactNode;
}

export const SecretAlert = ({ title, onClose, action, children }: SecretAlertProps) => (
  <Alert color="teal" variant="outline" title={title} icon={<IconKey size={18} />}>
    <Stack gap="sm">
      {children}
      <Group justify="flex-end" gap="xs">
        <SmallButton label="I stored the secret" onClick={onClose} />
        {action}
      </Group>
    </Stack>
  </Alert>
);

export const CopyableId = ({ id, label }: { id: string; label: string }) => (
  <Group gap={4} wrap="nowrap">
    <Text ff="monospace" size="xs" truncate>
      {id}
    </Text>
    <CopyButton value={id} label={label} />
  </Group>
);

export const curl = (method: Method, path: string, body?: object): string =>
  curlLines(method, location.origin + path, body);
