/** The steps that are done in an environment. They follow from its keys, tournaments and entries. */
export interface Progress {
  hasKey: boolean;
  /** The newest tournament, which the lines to copy name. */
  tournamentId: string | undefined;
  isPublished: boolean;
  /** When the newest published one ends, while it runs. */
  endsAt: string | undefined;
  hasEntry: boolean;
  isPaid: boolean;
}

/** Returns progress in which a step that was done before is still done. */
export const keepDone = (before: Progress | undefined, now: Progress): Progress => ({
  ...now,
  hasKey: now.hasKey || before?.hasKey === true,
  isPublished: now.isPublished || now.hasEntry || now.isPaid || before?.isPublished === true,
  hasEntry: now.hasEntry || now.isPaid || before?.hasEntry === true,
  isPaid: now.isPaid || before?.isPaid === true,
});
