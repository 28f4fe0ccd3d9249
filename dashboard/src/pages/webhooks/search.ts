import { isEventFilter } from "../../components/events/labels.ts";

export interface DeliverySearch {
  state?: DeliveryState;
  /** A type, or a group of types such as `entry.*`. */
  type?: string;
  open?: string;
  cursor?: string;
}

export const DELIVERY_STATES = ["delivered", "retrying", "failed", "skipped"] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Reads the filters from search parameters and ignores invalid values. */
export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [type, open, cursor] = [text("type"), text("open"), text("cursor")];
  const state = DELIVERY_STATES.find((one) => one === search["state"]);
  return {
    ...(state && { state }),
    ...(type && isEventFilter(type) && { type }),
    ...(open && { open }),
    ...(cursor && { cursor }),
  };
}
