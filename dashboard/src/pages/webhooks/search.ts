import { oneOf, searchParams, text, textWhere } from "../../address.ts";
import { isEventFilter } from "../../components/events.ts";

export const DELIVERY_STATES = ["delivered", "retrying", "failed", "skipped"] as const;

/** Reads the filters: a state, and a type or a group of types such as `entry.*`. */
export const deliverySearch = searchParams({
  state: oneOf(DELIVERY_STATES),
  type: textWhere(isEventFilter),
  open: text,
  cursor: text,
});
