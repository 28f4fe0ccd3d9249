import { DomainError } from "@tms/kit/errors/domain-error";
import { expect, test } from "vitest";
import { LifecycleModel, type GameTransition, type WorkerTransition } from "../test/model.ts";
import { nextStatus } from "./lifecycle.ts";

const STATUSES = ["pending", "published", "settling", "completed", "cancelled"] as const;

test.for<GameTransition | WorkerTransition>([
  ...(["update", "publish", "cancel", "complete"] as const),
  ...(["begin", "record", "finish", "abandon"] as const),
])("allows %s in the states in which the model allows it", (name) => {
  for (const status of STATUSES)
    for (const hours of [0, 1, 2]) {
      const model = Object.assign(new LifecycleModel(), { status, hours });
      const next = nextStatus(name, { status, started: hours >= 1, ended: hours >= 2 });
      expect(next instanceof DomainError ? next.reason : next).toBe(model.make(name));
      if (next instanceof DomainError) expect(next.message).toMatch(/^[A-Z].*\.$/);
    }
});
