export interface Progress {
  hasKey: boolean;
  /** The newest tournament. The commands name it. */
  tournamentId: string | undefined;
  isPublished: boolean;
  endsAt: string | undefined;
  hasEntry: boolean;
  isPaid: boolean;
}

export const keepDone = (before: Progress | undefined, now: Progress): Progress => ({
  ...now,
  hasKey: now.hasKey || before?.hasKey === true,
  isPublished: now.isPublished || now.hasEntry || now.isPaid || before?.isPublished === true,
  hasEntry: now.hasEntry || now.isPaid || before?.hasEntry === true,
  isPaid: now.isPaid || before?.isPaid === true,
});
