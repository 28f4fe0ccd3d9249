import { DomainError } from "@tms/kit/errors/domain-error";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LifecycleModel } from "../../test/model.ts";
import { nextStatus, type Transition } from "./transitions.ts";
import type { State, Status } from "./states.ts";

const PUBLIC_TRANSITIONS = ["update", "publish", "cancel", "complete"] as const;
const WORKER_TRANSITIONS = ["begin", "record", "finish", "abandon"] as const;
const STATUSES = ["pending", "published", "settling", "completed", "cancelled"] as const;

const transition = fc.constantFrom<Transition>(...PUBLIC_TRANSITIONS, ...WORKER_TRANSITIONS);
const state = fc.record<State>({
  status: fc.constantFrom(...STATUSES),
  started: fc.boolean(),
  ended: fc.boolean(),
});
/** Transitions at moments before the start, during play and after the end, in the order of time. */
const life = fc
  .tuple(fc.array(transition), fc.array(transition), fc.array(transition))
  .map(([before, during, after]) => [
    ...before.map((name) => ({ name, started: false, ended: false })),
    ...during.map((name) => ({ name, started: true, ended: false })),
    ...after.map((name) => ({ name, started: true, ended: true })),
  ]);

// pending → published → settling → completed, and cancelled from any but completed.
const REACHABLE: Record<Status, readonly Status[]> = {
  pending: ["published", "cancelled"],
  published: ["settling", "cancelled"],
  settling: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
};

describe("the lifecycle", () => {
  test.for([...PUBLIC_TRANSITIONS, ...WORKER_TRANSITIONS])(
    "has each %s where its model has it",
    (name) => {
      for (const status of STATUSES)
        for (const hours of [0, 1, 2]) {
          const model = new LifecycleModel();
          Object.assign(model, { status, hours });
          const next = nextStatus(name, { status, started: hours >= 1, ended: hours >= 2 });
          expect(next instanceof DomainError ? next.reason : next).toBe(model.make(name));
          if (next instanceof DomainError) expect(next.message).toMatch(/^[A-Z].*\.$/);
        }
    },
  );

  test("moves only along its arrows, whatever is tried when", () => {
    fc.assert(
      fc.property(life, (transitions) => {
        let status: Status = "pending";
        for (const { name, started, ended } of transitions) {
          const next = nextStatus(name, { status, started, ended });
          if (next instanceof DomainError || next === status) continue;
          expect(REACHABLE[status]).toContain(next);
          status = next;
        }
      }),
    );
  });

  test("refuses every second publish, cancel and complete", () => {
    fc.assert(
      fc.property(fc.constantFrom("publish", "cancel", "complete"), state, (name, at) => {
        const next = nextStatus(name, at);
        if (next instanceof DomainError) return;
        expect(nextStatus(name, { ...at, status: next })).toBeInstanceOf(DomainError);
      }),
    );
  });

  test("lets the workers repeat every transition without effect", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORKER_TRANSITIONS), state, (name, at) => {
        const next = nextStatus(name, at);
        if (next instanceof DomainError) return;
        expect(nextStatus(name, { ...at, status: next })).toBe(next);
      }),
    );
  });

  test("never settles a tournament before its end unless its game completed it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORKER_TRANSITIONS), state, (name, at) => {
        const early = { ...at, status: "published", ended: false } as const;
        expect(nextStatus(name, early)).toBeInstanceOf(DomainError);
      }),
    );
  });

  test("leaves a cancelled tournament cancelled and a completed one completed", () => {
    fc.assert(
      fc.property(transition, fc.boolean(), fc.boolean(), (name, started, ended) => {
        for (const status of ["cancelled", "completed"] as const) {
          const next = nextStatus(name, { status, started, ended });
          if (!(next instanceof DomainError)) expect(next).toBe(status);
        }
      }),
    );
  });

  test("names being past pending before having started", () => {
    const refusal = nextStatus("update", { status: "published", started: true, ended: true });
    expect(refusal).toMatchObject({ reason: "TOURNAMENT_NOT_PENDING" });
  });
});
