import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, DeliveryRpcs } from "../context.ts";
import { listDeliveries as listPage } from "../db/deliveries.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { endpointNotFound } from "../errors.ts";
import { DELIVERY_STATES, deliveryMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

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
      before: before === undefined ? undefined : BigInt(before),
    };
    const rows = await listPage(db, filter, size + 1);
    const position = ({ sequence }: (typeof rows)[number]) => [String(sequence)];
    const { items, nextPageToken } = cutPage(rows, size, listed, position);
    return { deliveries: items.map(deliveryMessage), nextPageToken };
  };
