/** The command line was not understood: exit code 2. */
export class Misuse extends Error {
  override name = "Misuse";
}

/** What was asked for cannot be done; the message is one line: exit code 1. */
export class Refusal extends Error {
  override name = "Refusal";
}
