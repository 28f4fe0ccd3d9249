/** A type of problem: the fields that all its responses share, and the text of its page. */
export interface ProblemType {
  status: number;
  title: string;
  /** The cause, for the page of the type. */
  when: string;
  /** The remedy, for the page of the type. */
  remedy: string;
  /** True if a retry with the same Idempotency-Key can succeed. The default is false. */
  repeatable?: true;
  /** The value of the Retry-After header, in seconds. */
  retryAfterS?: number;
  /** The WWW-Authenticate header of a 401. Absent means the header for API keys. */
  challenge?: string;
}
