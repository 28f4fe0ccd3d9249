import { Badge } from "@mantine/core";
import type { Delivery } from "../../api/types.ts";

/** What became of an event, in words. */
export const DELIVERY_LABELS = {
  delivered: { label: "Delivered", color: "teal" },
  retrying: { label: "Retrying", color: "yellow" },
  failed: { label: "Failed", color: "red" },
  skipped: { label: "Skipped", color: "gray" },
} as const satisfies Record<Delivery["state"], { label: string; color: string }>;

const NOT_SENT = { label: "Not sent", color: "gray" };

/** The same as a mark; without a state it says that the event was not sent yet. */
export function DeliveryBadge({ state }: { state: Delivery["state"] | undefined }) {
  const { label, color } = state ? DELIVERY_LABELS[state] : NOT_SENT;
  return (
    <Badge color={color} style={{ flexShrink: 0, minWidth: "max-content" }}>
      {label}
    </Badge>
  );
}
