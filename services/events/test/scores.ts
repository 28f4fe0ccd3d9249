import type { Change } from "@tms/kit/events/event";
import { newId } from "@tms/kit/values/ids";
import { ScoreState } from "@tms/proto/tms/entry/v1/entry";
import type { Event } from "@tms/proto/tms/event/v1/event";

const moment = { seconds: 1_900_000_000n };

/** Events of a tournament's scores, each made anew when it is asked for. */
export function scoresOf(tournamentId: string, make: (change: Change) => Event) {
  return {
    scored: (gamers: number, { handle = "ada", most = 5n } = {}) =>
      make({
        case: "scoreRecorded",
        value: {
          tournamentId,
          firstSequence: 7n,
          lastSequence: 9n,
          attempts: 3,
          gamerCount: gamers,
          gamers: Array.from({ length: gamers }, () => ({
            gamerId: newId(),
            handle,
            entryId: newId(),
            standing: {
              score: most,
              tieBreaks: Array.from({ length: most === 5n ? 1 : 3 }, () => most),
              attempts: 10_000,
              reachTime: moment,
            },
          })),
        },
      }),
    held: (metadata: string) =>
      make({
        case: "scoreHeld",
        value: {
          score: {
            id: newId(),
            tournamentId,
            gamerId: newId(),
            handle: "ada",
            entryId: newId(),
            score: 100n,
            state: ScoreState.HELD,
            metadata,
            sequence: 9n,
            createTime: moment,
            standing: { attempts: 1, attemptsLeft: 2 },
          },
        },
      }),
  };
}
