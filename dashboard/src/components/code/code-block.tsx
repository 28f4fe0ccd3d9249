import { Code } from "@mantine/core";
import classes from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

/** Something to paste into a terminal, or to read as it is. */
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
