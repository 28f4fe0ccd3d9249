import type { ClosedRegistration } from "@tms/proto/tms/entry/v1/entry";
import type { TournamentTerms } from "@tms/proto/tms/tournament/v1/tournament";

/** What is known of a tournament's entries when it ends. */
export type Entered = Pick<ClosedRegistration, "entries" | "payable">;

/** Whether a tournament has fewer entries than its terms ask for: every fee is then refunded. */
export const areTooFew = (
  { entries }: Entered,
  terms: Pick<TournamentTerms, "minEntries"> | undefined,
): boolean => entries < (terms?.minEntries ?? 0);

/**
 * Whether a tournament has entries of whom nobody can be paid as they stand: every fee is then refunded,
 * unless its game placed some who were not disqualified since, with or without a score.
 */
export const isNobodyPaid = ({ entries, payable }: Entered): boolean =>
  entries > 0 && payable === 0;
