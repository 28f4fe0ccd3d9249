import { ActionIcon, Code, CopyButton as MantineCopy, Tooltip } from "@mantine/core";
import classes from "./code.module.css";
import { IconCheck, IconCopy } from "./icons.ts";

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
