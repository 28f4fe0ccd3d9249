import { searchText } from "../../address.ts";
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

const readTexts = searchText("open", "cursor");

/** Reads the filters from search parameters and ignores invalid values. */
export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { type } = search;
  const state = DELIVERY_STATES.find((one) => one === search["state"]);
  return {
    ...(state && { state }),
    ...(typeof type === "string" && isEventFilter(type) && { type }),
    ...readTexts(search),
  };
}
