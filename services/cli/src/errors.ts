/** An error that an operator can correct. The command prints its message in one line. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
