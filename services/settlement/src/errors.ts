/**
 * A failure that a retry cannot repair, such as amounts that do not match. The settlement waits for an
 * operator.
 */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** The error of a worker that has lost its settlement to another worker. The worker then stops. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** The error of a settlement that cannot continue yet. The settlement is retried. */
export class NotYetError extends Error {
  override name = "NotYetError";
}
