/** The amounts of a settlement do not match, so an operator must look at it. */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** Another worker has the settlement, so this worker stops. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** The settlement cannot continue yet, so it is retried. */
export class NotYetError extends Error {
  override name = "NotYetError";
}
