/** A failure that a retry cannot repair, so that the settlement waits for an operator. */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** The error of a worker that has lost its settlement to another worker. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** The error of a settlement that must wait for pending joins. */
export class NotYetError extends Error {
  override name = "NotYetError";
}
