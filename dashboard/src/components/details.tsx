import { Drawer, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock, CopyButton } from "./code.tsx";
import classes from "./details.module.css";
import { Panel } from "./text.tsx";

interface DetailsProps {
  /** The details by name. A detail without a value is left out. */
  rows: Readonly<Record<string, ReactNode>>;
  isWide?: boolean;
}

export const Details = ({ rows, isWide = false }: DetailsProps) => (
  <dl className={classes["details"]} data-wide={isWide}>
    {Object.entries(rows)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => (
        <div key={name} className={classes["detail"]}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
  </dl>
);

/** A value with a button to copy it. `name` is the name of the value, such as "entry ID". */
export const Copyable = ({ value, name }: { value: string; name: string }) => (
  <>
    <span style={{ overflowWrap: "anywhere" }}>{value}</span>{" "}
    <CopyButton value={value} label={`Copy ${name}`} />
  </>
);

interface DetailsDrawerProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export const DetailsDrawer = (props: DetailsDrawerProps) => (
  <Drawer
    opened
    position="right"
    size="lg"
    closeButtonProps={{ "aria-label": "Close" }}
    {...props}
  />
);

export const JsonBlock = ({ json, label }: { json: unknown; label: string }) => (
  <CodeBlock code={JSON.stringify(json, null, 2)} label={`${label} as JSON`} />
);

export const Metadata = ({ metadata }: { metadata: object | undefined }) =>
  metadata && (
    <Panel title="Metadata">
      <JsonBlock json={metadata} label="Metadata" />
    </Panel>
  );
