import { oneOf, searchParams, text, textWhere } from "../../address.ts";
import { DELIVERY_STATES } from "../../api/gen/words.ts";
import { isEventFilter } from "../../components/events.ts";

export const deliverySearch = searchParams({
  state: oneOf(DELIVERY_STATES),
  type: textWhere(isEventFilter),
  open: text,
  cursor: text,
});
