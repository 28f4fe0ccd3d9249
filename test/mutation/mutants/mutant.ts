/** A change of one file that the tests must notice: a text, which occurs in it, by another. */
export type Mutant = readonly [from: string, to: string];

/** Mutants of one file, and the suites that are to kill them. */
export interface MutantFile {
  file: string;
  /** Path fragments, as `pnpm test` takes them. */
  tests: readonly string[];
  mutants: readonly Mutant[];
}
