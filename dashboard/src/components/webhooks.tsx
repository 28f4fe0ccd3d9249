import { Badge } from "@mantine/core";
import type { Delivery, Endpoint } from "../api/types.ts";

export const DELIVERY_LABELS = {
  delivered: { label: "Delivered", color: "teal" },
  retrying: { label: "Retrying", color: "yellow" },
  failed: { label: "Failed", color: "red" },
  skipped: { label: "Skipped", color: "gray" },
} as const satisfies Record<Delivery["state"], { label: string; color: string }>;

const NOT_SENT = { label: "Not sent", color: "gray" };

/** Without a state, the event was not sent yet. */
export function DeliveryBadge({ state }: { state: Delivery["state"] | undefined }) {
  const { label, color } = state ? DELIVERY_LABELS[state] : NOT_SENT;
  return (
    <Badge color={color} style={{ flexShrink: 0, minWidth: "max-content" }}>
      {label}
    </Badge>
  );
}

const MAX_LETTERS = 60;

/** Returns the URL without the scheme, shortened to 60 characters. */
export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname === "/" ? "" : pathname}${search}`;
  return name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name;
}

export const endpointHost = (url: string): string => new URL(url).host;

const STATES = {
  active: { label: "Active", color: "teal" },
  failing: { label: "Failing", color: "red" },
  paused: { label: "Paused", color: "gray" },
  disabled: { label: "Disabled", color: "red" },
} as const satisfies Record<Endpoint["state"], { label: string; color: string }>;

export const EndpointBadge = ({ state }: Pick<Endpoint, "state">) => (
  <Badge color={STATES[state].color} style={{ flexShrink: 0, minWidth: "max-content" }}>
    {STATES[state].label}
  </Badge>
);
