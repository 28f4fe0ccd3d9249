import { oneOf, searchParams, text, textWhere } from "../../address.ts";
import { isEventFilter } from "../../components/events.ts";

export const DELIVERY_STATES = ["delivered", "retrying", "failed", "skipped"] as const;

export const deliverySearch = searchParams({
  state: oneOf(DELIVERY_STATES),
  type: textWhere(isEventFilter),
  open: text,
  cursor: text,
});
