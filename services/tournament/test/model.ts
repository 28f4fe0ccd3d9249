import type { Status } from "../src/lifecycle.ts";

/** What a game does to its tournament, and what the settlement workers do. */
export type GameTransition = "update" | "publish" | "cancel" | "complete";
export type WorkerTransition = "begin" | "record" | "finish" | "abandon";

type Refusal = Uppercase<string>;
type Outcome = Status | Refusal;

const isRefusal = (outcome: Outcome): outcome is Refusal => outcome === outcome.toUpperCase();

/** A tournament in the fewest words: it starts after an hour and ends after two. */
export class LifecycleModel {
  status: Status = "pending";
  hours = 0;
  /** How often settlement was told of its end, and of its refund. */
  schedules = 0;
  refunds = 0;
  readonly winners = new Set<string>();

  /** The status a transition leads to, or why it is refused. */
  make(transition: GameTransition | WorkerTransition): Outcome {
    const before = this.status;
    const outcome = this.outcomeOf(transition) ?? refusals[transition];
    if (isRefusal(outcome)) return outcome;
    this.status = outcome;
    if (transition === "publish" || transition === "complete") this.schedules++;
    if (transition === "cancel" && before === "published") this.refunds++;
    return outcome;
  }

  private outcomeOf(transition: GameTransition | WorkerTransition): Outcome | undefined {
    const due = (next: Status): Outcome => (this.hours < 2 ? "UNAVAILABLE" : next);
    const outcomes: Record<typeof transition, Partial<Record<Status, Outcome>>> = {
      update: { pending: this.hours < 1 ? "pending" : "TOURNAMENT_STARTED" },
      publish: { pending: this.hours < 2 ? "published" : "TOURNAMENT_ENDED" },
      cancel: { pending: "cancelled", published: "cancelled" },
      complete: { published: "settling" },
      begin: { published: due("settling"), settling: "settling", completed: "completed" },
      record: { settling: "settling", completed: "completed" },
      finish: { settling: "completed", completed: "completed" },
      abandon: { published: due("cancelled"), settling: "cancelled", cancelled: "cancelled" },
    };
    return outcomes[transition][this.status];
  }
}

const refusals: Record<GameTransition | WorkerTransition, Refusal> = {
  update: "TOURNAMENT_NOT_PENDING",
  publish: "TOURNAMENT_NOT_PENDING",
  cancel: "TOURNAMENT_NOT_CANCELLABLE",
  complete: "TOURNAMENT_NOT_PUBLISHED",
  begin: "TOURNAMENT_NOT_PUBLISHED",
  record: "TOURNAMENT_NOT_PUBLISHED",
  finish: "TOURNAMENT_NOT_PUBLISHED",
  abandon: "TOURNAMENT_NOT_CANCELLABLE",
};
