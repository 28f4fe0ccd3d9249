import { isId, oneOf, searchParams, text, textWhere } from "./address.ts";
import { ACCOUNT_KINDS, DELIVERY_STATES, EVENT_TYPES } from "./api/gen/words.ts";

// The filters that the addresses of pages contain. The router reads them before it loads a page.

export const cursorSearch = searchParams({ cursor: text });

export const gamerSearch = searchParams({ handle: text, cursor: text });

export const accountSearch = searchParams({ type: oneOf(ACCOUNT_KINDS), cursor: text });

/** Returns whether a string is an event type, or a group of types such as `entry.*`. */
const isEventFilter = (filter: string): boolean =>
  EVENT_TYPES.some((type) => type === filter || `${type.split(".")[0]}.*` === filter);

export const eventSearch = searchParams({
  types: textWhere(isEventFilter),
  tournament: textWhere(isId),
  before: (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined),
});

export const deliverySearch = searchParams({
  state: oneOf(DELIVERY_STATES),
  type: textWhere(isEventFilter),
  open: text,
  cursor: text,
});

export const METHODS = ["GET", "POST", "PATCH"] as const;

const STATUS = /^([1-5]xx|[1-5]\d\d)$/;

export const requestSearch = searchParams({
  status: textWhere((value) => STATUS.test(value)),
  method: oneOf(METHODS),
  path: text,
  keyId: text,
  problem: text,
  open: text,
  cursor: text,
});
