/** A settlement that no repeat can mend: money or facts do not add up. Goes to an operator. */
export class BeyondRepairError extends Error {
  override name = "BeyondRepairError";
}

/** A settlement that is another worker's by now: this one leaves it alone. */
export class TakenOverError extends Error {
  override name = "TakenOverError";
}

/** A settlement that cannot go on yet; repeated soon. */
export class NotYetError extends Error {
  override name = "NotYetError";
}
