import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { transaction } from "@tms/kit/database/transaction";
import { originOf } from "@tms/kit/rpc/origin";
import type { Context, EndpointRpcs } from "../context.ts";
import { lockKnown } from "../endpoints/lock.ts";
import { formatSecret, openSecret } from "../endpoints/secret.ts";
import { present, appendEndpointEvent } from "../endpoints/append-endpoint-event.ts";

/** Shows the secrets of an endpoint. That somebody has seen them is told before they are shown. */
export const revealEndpointSecret =
  (context: Context): EndpointRpcs["revealEndpointSecret"] =>
  async (request, call) => {
    const { db, secretsKeys } = context;
    const { gameId, endpointId } = request;
    const shown = (sealed: Buffer) => formatSecret(openSecret(secretsKeys, sealed, endpointId));
    return await transaction(db, "events.reveal-secret", async (tx) => {
      const known = await lockKnown(tx, request);
      const endpoint = await present(tx, gameId, endpointId);
      await appendEndpointEvent(
        tx,
        { environment: known, origin: originOf(call) },
        "webhookEndpointRevealed",
        endpoint,
      );
      const { previousSealedSecret: previous, previousEndsAt: endsAt, isRolling } = known;
      return {
        secret: shown(known.sealedSecret),
        ...(isRolling &&
          previous !== null &&
          endsAt !== null && {
            previous: shown(previous),
            previousEndTime: timestampFromDate(endsAt),
          }),
      };
    });
  };
