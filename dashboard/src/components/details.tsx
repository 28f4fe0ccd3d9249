import { Drawer, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "./code.tsx";
import classes from "./details.module.css";

interface DetailsProps {
  children: ReactNode;
  /** Whether they stand in several columns where there is room. */
  isWide?: boolean;
}

/** What is known of a thing, by name. */
export const Details = ({ children, isWide = false }: DetailsProps) => (
  <dl className={classes["details"]} data-wide={isWide}>
    {children}
  </dl>
);

/** One of them. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes["detail"]}>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </div>
);

interface DetailsDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** All that is known of one line of a list, beside the list. */
export const DetailsDrawer = ({ title, onClose, children }: DetailsDrawerProps) => (
  <Drawer
    opened
    onClose={onClose}
    position="right"
    size="lg"
    title={title}
    closeButtonProps={{ "aria-label": "Close" }}
  >
    {children}
  </Drawer>
);

/** What the game attached to a thing; nothing where it attached nothing. */
export const Metadata = ({ metadata }: { metadata: object | undefined }) =>
  metadata && (
    <Paper component="section" withBorder radius="lg" p="md">
      <Title order={2} size="h5" mb="sm">
        Metadata
      </Title>
      <CodeBlock code={JSON.stringify(metadata, null, 2)} label="Metadata as JSON" />
    </Paper>
  );
