import { DomainError } from "@tms/kit/errors/domain-error";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LifecycleModel } from "../../test/model.ts";
import { nextStatus, type Standing, type Step } from "./transitions.ts";

const PUBLIC_STEPS = ["update", "publish", "cancel", "complete"] as const;
const WORKER_STEPS = ["begin", "record", "finish", "abandon"] as const;
const STATUSES = [
  Status.PENDING,
  Status.PUBLISHED,
  Status.SETTLING,
  Status.COMPLETED,
  Status.CANCELLED,
] as const;

const step = fc.constantFrom<Step>(...PUBLIC_STEPS, ...WORKER_STEPS);
const standing = fc.record<Standing>({
  status: fc.constantFrom(...STATUSES),
  started: fc.boolean(),
  ended: fc.boolean(),
});
/** Steps at moments before the start, during play and after the end, in the order of time. */
const life = fc
  .tuple(fc.array(step), fc.array(step), fc.array(step))
  .map(([before, during, after]) => [
    ...before.map((name) => ({ name, started: false, ended: false })),
    ...during.map((name) => ({ name, started: true, ended: false })),
    ...after.map((name) => ({ name, started: true, ended: true })),
  ]);

// pending → published → settling → completed, and cancelled from any but completed.
const REACHABLE: Record<Status, readonly Status[]> = {
  [Status.UNSPECIFIED]: [],
  [Status.PENDING]: [Status.PUBLISHED, Status.CANCELLED],
  [Status.PUBLISHED]: [Status.SETTLING, Status.CANCELLED],
  [Status.SETTLING]: [Status.COMPLETED, Status.CANCELLED],
  [Status.COMPLETED]: [],
  [Status.CANCELLED]: [],
};

describe("the lifecycle", () => {
  test.for([...PUBLIC_STEPS, ...WORKER_STEPS])("has each %s where its model has it", (name) => {
    for (const status of STATUSES)
      for (const hours of [0, 1, 2]) {
        const model = new LifecycleModel();
        Object.assign(model, { status, hours });
        const next = nextStatus(name, { status, started: hours >= 1, ended: hours >= 2 });
        expect(next instanceof DomainError ? next.reason : next).toBe(model.take(name));
        if (next instanceof DomainError) expect(next.message).toMatch(/^[A-Z].*\.$/);
      }
  });

  test("moves only along its arrows, whatever is tried when", () => {
    fc.assert(
      fc.property(life, (steps) => {
        let status: Status = Status.PENDING;
        for (const { name, started, ended } of steps) {
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
      fc.property(fc.constantFrom("publish", "cancel", "complete"), standing, (name, at) => {
        const next = nextStatus(name, at);
        if (next instanceof DomainError) return;
        expect(nextStatus(name, { ...at, status: next })).toBeInstanceOf(DomainError);
      }),
    );
  });

  test("lets the workers repeat every step without effect", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORKER_STEPS), standing, (name, at) => {
        const next = nextStatus(name, at);
        if (next instanceof DomainError) return;
        expect(nextStatus(name, { ...at, status: next })).toBe(next);
      }),
    );
  });

  test("never settles a tournament before its end unless its game completed it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORKER_STEPS), standing, (name, at) => {
        const early = { ...at, status: Status.PUBLISHED, ended: false };
        expect(nextStatus(name, early)).toBeInstanceOf(DomainError);
      }),
    );
  });

  test("leaves a cancelled tournament cancelled and a completed one completed", () => {
    fc.assert(
      fc.property(step, fc.boolean(), fc.boolean(), (name, started, ended) => {
        for (const status of [Status.CANCELLED, Status.COMPLETED]) {
          const next = nextStatus(name, { status, started, ended });
          if (!(next instanceof DomainError)) expect(next).toBe(status);
        }
      }),
    );
  });

  test("names being past pending before having started", () => {
    const refusal = nextStatus("update", { status: Status.PUBLISHED, started: true, ended: true });
    expect(refusal).toMatchObject({ reason: "TOURNAMENT_NOT_PENDING" });
  });
});
