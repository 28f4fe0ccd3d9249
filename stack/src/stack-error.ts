/** A failure that a person can act on: one plain sentence, and a hint at what to do about it. */
export class StackError extends Error {
  override readonly name: string = "StackError";
  readonly hint: string;

  constructor(sentence: string, hint: string, options?: ErrorOptions) {
    super(sentence, options);
    this.hint = hint;
  }
}

/** The disk has no room left, which passes once somebody makes some. */
export class DiskFullError extends StackError {
  override readonly name = "DiskFullError";

  constructor(folder: string, cause?: unknown) {
    super(
      `The disk that holds ${folder} is full.`,
      "Free some space on the disk, or set TMS_DATA_DIR to a folder on another disk.",
      { cause },
    );
  }
}
