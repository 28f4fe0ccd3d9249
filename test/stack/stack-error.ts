/** A failure that a person can act on: one plain sentence, and a hint at what to do about it. */
export class StackError extends Error {
  override readonly name = "StackError";
  readonly hint: string;

  constructor(sentence: string, hint: string, options?: ErrorOptions) {
    super(sentence, options);
    this.hint = hint;
  }
}
