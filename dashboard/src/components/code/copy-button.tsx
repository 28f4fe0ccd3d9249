import { ActionIcon, CopyButton as MantineCopy, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "../icons.ts";

/** Copies a text, and says so. */
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
