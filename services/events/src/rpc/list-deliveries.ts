import { cutPage, decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, DeliveryRpcs } from "../context.ts";
import { listDeliveries as listPage } from "../db/deliveries.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { findNthDelivery } from "../db/deliveries.ts";
import { endpointNotFound } from "../errors.ts";
import { DELIVERY_STATES, deliveryMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
// How many one call looks through for those of a type. Where hardly any is, it answers with little and
// says where to go on.
const MOST_LOOKED_THROUGH = 10_000;
// Sequences are below it.
const BEYOND_ALL = 2n ** 63n - 1n;

/** Lists an endpoint's deliveries. */
export const listDeliveries =
  ({ db }: Context): DeliveryRpcs["listDeliveries"] =>
  async ({ gameId, endpointId, state, type, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["deliveries", endpointId, state, type];
    const [before] = decodePageToken(pageToken, listed, [TOKEN_PART.integer]) ?? [];
    if ((await findEndpoint(db, gameId, endpointId)) === undefined) throw endpointNotFound();
    const filter = {
      endpointId,
      state: DELIVERY_STATES.word(state),
      type: type || undefined,
      before: before === undefined ? BEYOND_ALL : BigInt(before),
    };
    const from = type === "" ? undefined : await findNthDelivery(db, filter, MOST_LOOKED_THROUGH);
    const rows = await listPage(db, filter, from ?? 0n, size + 1);
    const position = ({ sequence }: (typeof rows)[number]) => [String(sequence)];
    const { items, nextPageToken } = cutPage(rows, size, listed, position);
    const further = from === undefined ? "" : encodePageToken(listed, [String(from)]);
    return { deliveries: items.map(deliveryMessage), nextPageToken: nextPageToken || further };
  };
