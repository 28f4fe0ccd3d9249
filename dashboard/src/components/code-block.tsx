import { Box, Code } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";

/** Something to paste into a terminal, or to read as it is. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <Box pos="relative" w="100%" ta="left" c="var(--mantine-color-text)">
    <Code
      block
      fz="xs"
      tabIndex={0}
      role="region"
      aria-label={label}
      p="md"
      pr={48}
      style={{ overflowX: "auto", maxHeight: "70vh" }}
    >
      {code}
    </Code>
    <Box pos="absolute" top={8} right={8} bg="var(--mantine-color-body)" bdrs="sm">
      <CopyButton value={code} label="Copy" />
    </Box>
  </Box>
);
