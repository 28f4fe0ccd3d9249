import {
  ActionIcon,
  Alert,
  Code,
  CopyButton as MantineCopy,
  Group,
  Stack,
  Text,
  Tooltip,
} from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./code.module.css";
import { IconCheck, IconCopy, IconKey } from "./icons.ts";
import { curlLines, type Method } from "./shell.ts";
import { SmallButton } from "./small-button.tsx";
import { Hint } from "./text.tsx";

export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <div className={classes["block"]}>
    <Code
      block
      fz="xs"
      tabIndex={0}
      role="region"
      aria-label={label}
      p="md"
      bg="transparent"
      className={classes["code"] ?? ""}
    >
      {code}
    </Code>
    <div className={classes["copy"]}>
      <CopyButton value={code} label="Copy" />
    </div>
  </div>
);

export const CopyButton = ({ value, label }: { value: string; label: string }) => (
  <MantineCopy value={value} timeout={1_500}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? "Copied" : label}>
        <ActionIcon
          variant="subtle"
          color={copied ? "teal" : "gray"}
          aria-label={copied ? "Copied" : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </MantineCopy>
);

interface CodeSampleProps {
  code: string;
  label: string;
  children: string;
}

/** Code with an introduction, below an empty state. */
export const CodeSample = ({ code, label, children }: CodeSampleProps) => (
  <Stack gap="xs" maw={640} mx="auto">
    <Hint>{children}</Hint>
    <CodeBlock code={code} label={label} />
  </Stack>
);

interface SecretAlertProps {
  title: string;
  onClose: () => void;
  /** Buttons beside the one that closes the alert. */
  action?: ReactNode;
  children: ReactNode;
}

/** Shows a new secret until the person confirms that they stored it. */
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

/** An id below a title, with a button to copy it. */
export const CopyableId = ({ id, label }: { id: string; label: string }) => (
  <Group gap={4} wrap="nowrap">
    <Text ff="monospace" size="xs" truncate>
      {id}
    </Text>
    <CopyButton value={id} label={label} />
  </Group>
);

/** Returns a call of this service as a curl command. */
export const curl = (method: Method, path: string, body?: object): string =>
  curlLines(method, location.origin + path, body);
