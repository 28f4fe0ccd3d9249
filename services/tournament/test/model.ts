import { Status } from "@tms/proto/tms/tournament/v1/tournament";

/** What a game does to its tournament, and what the settlement workers do. */
export type GameStep = "update" | "publish" | "cancel" | "complete";
export type WorkerStep = "begin" | "record" | "finish" | "abandon";

type Outcome = Status | string;
const { PENDING, PUBLISHED, SETTLING, COMPLETED, CANCELLED } = Status;

/** A tournament in the fewest words: it starts after an hour and ends after two. */
export class LifecycleModel {
  status: Status = PENDING;
  hours = 0;
  /** How often its settlement was ordered, and its refund. */
  schedules = 0;
  refunds = 0;
  readonly winners = new Set<string>();

  /** The status a step leads to, or why it is refused. */
  take(step: GameStep | WorkerStep): Outcome {
    const before = this.status;
    const outcome = this.outcomeOf(step) ?? refusals[step];
    if (typeof outcome === "string") return outcome;
    this.status = outcome;
    if (step === "publish" || step === "complete") this.schedules++;
    if (step === "cancel" && before === PUBLISHED) this.refunds++;
    return outcome;
  }

  private outcomeOf(step: GameStep | WorkerStep): Outcome | undefined {
    const due = (next: Status) => (this.hours < 2 ? "UNAVAILABLE" : next);
    const steps: Record<typeof step, Partial<Record<Status, Outcome>>> = {
      update: { [PENDING]: this.hours < 1 ? PENDING : "TOURNAMENT_STARTED" },
      publish: { [PENDING]: this.hours < 2 ? PUBLISHED : "TOURNAMENT_ENDED" },
      cancel: { [PENDING]: CANCELLED, [PUBLISHED]: CANCELLED },
      complete: { [PUBLISHED]: SETTLING },
      begin: { [PUBLISHED]: due(SETTLING), [SETTLING]: SETTLING, [COMPLETED]: COMPLETED },
      record: { [SETTLING]: SETTLING, [COMPLETED]: COMPLETED },
      finish: { [SETTLING]: COMPLETED, [COMPLETED]: COMPLETED },
      abandon: { [PUBLISHED]: due(CANCELLED), [SETTLING]: CANCELLED, [CANCELLED]: CANCELLED },
    };
    return steps[step][this.status];
  }
}

const refusals: Record<GameStep | WorkerStep, string> = {
  update: "TOURNAMENT_NOT_PENDING",
  publish: "TOURNAMENT_NOT_PENDING",
  cancel: "TOURNAMENT_NOT_CANCELLABLE",
  complete: "TOURNAMENT_NOT_PUBLISHED",
  begin: "TOURNAMENT_NOT_PUBLISHED",
  record: "TOURNAMENT_NOT_PUBLISHED",
  finish: "TOURNAMENT_NOT_PUBLISHED",
  abandon: "TOURNAMENT_NOT_CANCELLABLE",
};
