import { Badge } from "@mantine/core";
import type { Endpoint } from "../../api/types.ts";

const STATES = {
  active: { label: "Active", color: "teal" },
  failing: { label: "Failing", color: "red" },
  paused: { label: "Paused", color: "gray" },
  disabled: { label: "Disabled", color: "red" },
} as const satisfies Record<Endpoint["state"], { label: string; color: string }>;

/** How an endpoint does. */
export const EndpointBadge = ({ state }: Pick<Endpoint, "state">) => (
  <Badge color={STATES[state].color} style={{ flexShrink: 0, minWidth: "max-content" }}>
    {STATES[state].label}
  </Badge>
);
