import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { sweep } from "../src/sweeper.ts";
import { createTimetable } from "../src/timetable.ts";
import type { Cup } from "./cup.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterEach(() => {
  under.faults.plan = () => undefined;
});
afterAll(() => under.close());

const WIDTH = 2;
const sweepWithoutQueue = () => {
  const queue = { add: () => Promise.reject(new Error("the queue is away")) };
  const timetable = createTimetable(async () => undefined, WIDTH);
  return sweep({ ...under.context, queue }, timetable, WIDTH);
};

/** Due tournaments of one entry each. */
async function dueCups(count: number): Promise<Cup[]> {
  const cups = Array.from({ length: count }, () => under.cup());
  for (const cup of cups) {
    cup.join("ada");
    await under.schedule(cup);
    await under.makeDue(cup);
  }
  return cups;
}

const statesOf = (cups: readonly Cup[]) =>
  Promise.all(cups.map(async (cup) => (await under.read(cup)).settlement.state));

describe("while the queue is away", () => {
  test("all that is due is settled, no more than so many at a time", async () => {
    const cups = await dueCups(3 * WIDTH);
    let [underWay, most] = [0, 0];
    under.faults.plan = ({ name, when }) => {
      if (name === "CloseBook" && when === "before") underWay++;
      if (name === "FinishSettlement" && when === "after") underWay--;
      most = Math.max(most, underWay);
      return undefined;
    };
    await sweepWithoutQueue();
    expect(new Set(await statesOf(cups))).toEqual(new Set([SettlementState.DONE]));
    expect(most).toBeLessThanOrEqual(WIDTH);
  });

  test("a settlement that hangs holds up no other", async () => {
    const cups = await dueCups(3);
    let hanging = false;
    under.faults.plan = ({ name }) => {
      if (hanging || name !== "CloseBook") return undefined;
      hanging = true;
      return "dies";
    };
    void sweepWithoutQueue();
    const done = async () =>
      (await statesOf(cups)).filter((state) => state === SettlementState.DONE).length;
    await expect.poll(done, { timeout: 10_000 }).toBe(cups.length - 1);
  });
});
