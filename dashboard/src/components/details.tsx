import { Drawer, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "./code.tsx";
import classes from "./details.module.css";

interface DetailsProps {
  children: ReactNode;
  isWide?: boolean;
}

export const Details = ({ children, isWide = false }: DetailsProps) => (
  <dl className={classes["details"]} data-wide={isWide}>
    {children}
  </dl>
);

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

export const Metadata = ({ metadata }: { metadata: object | undefined }) =>
  metadata && (
    <Paper component="section" withBorder radius="lg" p="md">
      <Title order={2} size="h5" mb="sm">
        Metadata
      </Title>
      <CodeBlock code={JSON.stringify(metadata, null, 2)} label="Metadata as JSON" />
    </Paper>
  );
