import { Group, Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconCheck } from "../../components/icons.ts";
import { CodeBlock } from "../../components/code/code-block.tsx";

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  /** The first that is not done. */
  isCurrent: boolean;
  code?: string;
  children: ReactNode;
}

/** One step; what is done folds away, what comes next stands open. */
export const Step = ({ number, title, isDone, isCurrent, code, children }: StepProps) => (
  <Paper
    component="section"
    aria-label={`${title}: ${isDone ? "done" : "to do"}`}
    withBorder
    radius="lg"
    p={{ base: "md", sm: "lg" }}
    style={isCurrent ? { borderColor: "var(--mantine-primary-color-filled)" } : undefined}
  >
    <Group align="flex-start" wrap="nowrap">
      <ThemeIcon
        radius="xl"
        size={30}
        color={isDone ? "teal" : "gray"}
        variant={isDone ? "filled" : "light"}
      >
        {isDone ? <IconCheck size={18} /> : number}
      </ThemeIcon>
      <Stack gap="xs" miw={0} style={{ flex: 1 }}>
        <Title order={2} size="h4" lh="30px">
          {title}
        </Title>
        {!isDone && (
          <>
            <Text size="sm" c="dimmed" component="div">
              {children}
            </Text>
            {code !== undefined && <CodeBlock code={code} label={`Code: ${title}`} />}
          </>
        )}
      </Stack>
    </Group>
  </Paper>
);
