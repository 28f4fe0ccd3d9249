import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Context } from "../context.ts";
import { insertAttempts, storeDeliveries } from "../db/deliveries.ts";
import { endBackoff } from "../db/dispatches.ts";
import { findEndpoint } from "../db/endpoints.ts";
import { findEvent } from "../db/events.ts";
import { openSecrets } from "../endpoints/secret.ts";
import { isSuccess } from "../sending/send.ts";
import { MAX_TRIES } from "./schedule.ts";

/**
 * Sends a test event once and stores the outcome, which does not change the health of the endpoint. If the
 * test arrives, the next event is sent at once.
 */
export async function sendTest(
  { db, sender, secretsKeys }: Pick<Context, "db" | "sender" | "secretsKeys">,
  { gameId, endpointId, eventId }: { gameId: string; endpointId: string; eventId: string },
): Promise<void> {
  const endpoint = await findEndpoint(db, gameId, endpointId);
  if (endpoint === undefined) throw new DomainError("ENDPOINT_NOT_FOUND");
  const event = await findEvent(db, gameId, eventId);
  if (event === undefined) throw new DomainError("EVENT_NOT_FOUND");
  const { sealedSecret, previousSealedSecret, isRolling } = endpoint;
  const secrets = openSecrets(secretsKeys, {
    endpointId,
    sealedSecret,
    previousSealedSecret: isRolling ? previousSealedSecret : null,
  });
  const outcome = await sender.send(endpoint.url, { eventId, body: event.body }, secrets);
  const { sequence, type: eventType } = event;
  const succeeded = isSuccess(outcome);
  const state = succeeded ? "delivered" : "failed";
  await transaction(db, "events.store-test", async (tx) => {
    if (succeeded) await endBackoff(tx, endpointId);
    const shared = { sequence, replay: false };
    const done = { ...shared, eventId, eventType, state, attempts: 1, tries: MAX_TRIES } as const;
    await storeDeliveries(tx, endpointId, [{ ...done, pauseMs: null }]);
    await insertAttempts(tx, [{ ...outcome, ...shared, endpointId, number: 1, succeeded }]);
  });
}
