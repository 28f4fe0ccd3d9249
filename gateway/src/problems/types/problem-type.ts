/** A type of problem: what all its answers have in common, and its page. */
export interface ProblemType {
  status: number;
  title: string;
  /** When it happens, for its page. */
  when: string;
  /** What to do about it, for its page. */
  remedy: string;
  /** The same request may later succeed under the same Idempotency-Key. Absent means that it cannot. */
  repeatable?: true;
  /** Seconds after which a repeat makes sense. */
  retryAfterS?: number;
  /** The WWW-Authenticate of a 401; that of API keys when absent. */
  challenge?: string;
}
