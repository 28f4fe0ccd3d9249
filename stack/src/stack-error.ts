/** A failure that the user can fix: one sentence about the cause, and a hint at the remedy. */
export class StackError extends Error {
  override readonly name: string = "StackError";
  readonly hint: string;

  constructor(sentence: string, hint: string, options?: ErrorOptions) {
    super(sentence, options);
    this.hint = hint;
  }
}

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
