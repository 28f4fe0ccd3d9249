import { Badge } from "@mantine/core";
import type { Delivery, Endpoint } from "../api/schema.d.ts";

export const DELIVERY_LABELS = {
  delivered: { label: "Delivered", color: "teal" },
  retrying: { label: "Retrying", color: "yellow" },
  failed: { label: "Failed", color: "red" },
  skipped: { label: "Skipped", color: "gray" },
} as const satisfies Record<Delivery["state"], Look>;

interface Look {
  label: string;
  color: string;
}

const StateBadge = ({ look: { label, color } }: { look: Look }) => (
  <Badge color={color} style={{ flexShrink: 0, minWidth: "max-content" }}>
    {label}
  </Badge>
);

const NOT_SENT = { label: "Not sent", color: "gray" };

/** Without a state, the event was not sent yet. */
export const DeliveryBadge = ({ state }: { state: Delivery["state"] | undefined }) => (
  <StateBadge look={state ? DELIVERY_LABELS[state] : NOT_SENT} />
);

const MAX_LETTERS = 60;

export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname === "/" ? "" : pathname}${search}`;
  return name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name;
}

const STATES = {
  active: { label: "Active", color: "teal" },
  failing: { label: "Failing", color: "red" },
  paused: { label: "Paused", color: "gray" },
  disabled: { label: "Disabled", color: "red" },
} as const satisfies Record<Endpoint["state"], Look>;

export const EndpointBadge = ({ state }: Pick<Endpoint, "state">) => (
  <StateBadge look={STATES[state]} />
);
