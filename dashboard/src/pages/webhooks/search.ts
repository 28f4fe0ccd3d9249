import { isEventFilter } from "../../components/events/labels.ts";

/** What an endpoint's deliveries are narrowed down to, as the address has it. */
export interface DeliverySearch {
  state?: DeliveryState;
  /** A type of events, or a kind such as `entry.*`. */
  type?: string;
  /** The event whose delivery is shown. */
  open?: string;
  cursor?: string;
}

export const DELIVERY_STATES = ["delivered", "retrying", "failed", "skipped"] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Reads the filters from an address; whatever makes no sense is left out. */
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
