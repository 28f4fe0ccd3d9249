import type { Context, Rpcs } from "../context.ts";
import { countFinished } from "../db/ranking.ts";
import { closeSmallRegistrations } from "../db/registrations.ts";

// Counting more would hold up the others of a batch.
const MOST_SEATS = 1_000;

/** Closes small registrations together; one with pending entries is closed, but left to CloseRegistration. */
export const batchCloseRegistration =
  ({ db }: Context): Rpcs["batchCloseRegistration"] =>
  async ({ registrations }) => {
    const ids = await closeSmallRegistrations(db, registrations, MOST_SEATS);
    return { closed: await countFinished(db, ids) };
  };
