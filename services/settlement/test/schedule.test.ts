import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ConnectError } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import type { Cup } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterEach(() => {
  under.faults.plan = () => undefined;
});
afterAll(() => under.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const keyOf = (cup: Cup) => ({ requestId: newId(), gameId: cup.gameId, tournamentId: cup.id });

/** The event of a publication. */
const published = (cup: Cup, endsAt: Date) =>
  under.client.scheduleSettlement({ ...keyOf(cup), dueTime: timestampFromDate(endsAt) });

/** The event of a game that ended its tournament. */
const ended = (cup: Cup, at: Date) =>
  under.client.scheduleSettlement({
    ...keyOf(cup),
    dueTime: timestampFromDate(at),
    ended: true,
  });

const cancelled = (cup: Cup) => under.client.startRefund(keyOf(cup));

const refusal = async (call: Promise<unknown>) =>
  toRemoteError(
    await call.then(() => {
      throw new Error("the call was not refused");
    }, ConnectError.from),
  );

async function dueAt(cup: Cup): Promise<Date> {
  return timestampDate((await under.read(cup)).settlement.dueTime!);
}

describe("a call that closes the registration", () => {
  const LIMIT_MS = 4_000;

  test("does so within the deadline of its own caller", async () => {
    const [completed, calledOff] = [under.cup(), under.cup()];
    const dueTime = timestampFromDate(new Date());
    const options = { timeoutMs: LIMIT_MS };
    await under.client.scheduleSettlement({ ...keyOf(completed), dueTime, ended: true }, options);
    await under.client.startRefund(keyOf(calledOff), options);
    expect(completed.closedWithinMs).toBeLessThan(LIMIT_MS);
    expect(calledOff.closedWithinMs).toBeLessThan(LIMIT_MS);
  });
});

describe("ScheduleSettlement", () => {
  test("has a published tournament settled at its end, and leaves its registration open", async () => {
    const cup = under.cup();
    const endsAt = inHours(1);
    const { settlement } = await published(cup, endsAt);
    expect(settlement).toMatchObject({
      tournamentId: cup.id,
      gameId: cup.gameId,
      kind: SettlementKind.PAYOUT,
      state: SettlementState.SCHEDULED,
    });
    expect(await dueAt(cup)).toEqual(endsAt);
    expect(under.wakeups.at(-1)).toEqual({ tournamentId: cup.id, at: endsAt });
    expect(cup.closed).toBe(false);
  });

  test("closes the registration before it answers when the game ended the tournament", async () => {
    const cup = under.cup();
    await published(cup, inHours(1));
    const now = new Date();
    await ended(cup, now);
    expect(cup.closed).toBe(true);
    expect(await dueAt(cup)).toEqual(now);
  });

  test("asked twice changes nothing", async () => {
    const cup = under.cup();
    const at = inHours(1);
    const first = await published(cup, at);
    expect(await published(cup, at)).toEqual(first);
  });

  test("keeps the moment of the end when the publication is heard of late", async () => {
    const cup = under.cup();
    cup.join("ada", "bob");
    const now = new Date();
    cup.finalRanks = [{ handle: "bob", rank: 1 }];
    await ended(cup, now);
    await published(cup, inHours(1));
    expect(await dueAt(cup)).toEqual(now);
    await under.work(cup);
    expect(["ada", "bob"].map(cup.balanceOf)).toEqual([0n, 6n]);
  });

  test("does not break the pause of a settlement that failed, nor revive a dead one", async () => {
    const cup = under.cup();
    await published(cup, inHours(-1));
    under.faults.plan = ({ name }) => (name === "BatchCloseRegistration" ? "fails" : undefined);
    for (let attempt = 0; attempt < 12; attempt++) await under.work(cup);
    under.faults.plan = () => undefined;
    await published(cup, inHours(-1));
    const { rows } = await under.context.db.$client.query<{ pausing: boolean }>(
      `SELECT retry_at > now() AS pausing FROM settlement WHERE tournament_id = $1`,
      [cup.id],
    );
    expect(rows).toEqual([{ pausing: true }]);
  });

  test("changes nothing once the settlement has begun", async () => {
    const cup = under.cup();
    cup.join("ada", "bob");
    await published(cup, inHours(-1));
    under.faults.plan = ({ name }) => (name === "BatchDisburse" ? "fails" : undefined);
    expect((await under.work(cup)).state).toBe(SettlementState.PAYING);
    under.faults.plan = () => undefined;
    const before = (await under.read(cup)).settlement;
    await ended(cup, new Date());
    expect((await under.read(cup)).settlement).toEqual(before);
    await under.work(cup);
    expect(["ada", "bob"].map(cup.balanceOf)).toEqual([3n, 3n]);
  });

  test("is remembered even when closing the registration fails, and works when asked again", async () => {
    const cup = under.cup();
    under.faults.plan = ({ name }) => (name === "CloseRegistration" ? "fails" : undefined);
    expect((await refusal(ended(cup, new Date()))).reason).toBe("UNAVAILABLE");
    expect((await under.read(cup)).settlement.state).toBe(SettlementState.SCHEDULED);
    under.faults.plan = () => undefined;
    await ended(cup, new Date());
    expect(cup.closed).toBe(true);
  });

  test("of another game's tournament is refused and moves nothing", async () => {
    const cup = under.cup();
    const endsAt = inHours(1);
    await published(cup, endsAt);
    const foreign = { requestId: newId(), gameId: newId(), tournamentId: cup.id };
    const dueTime = timestampFromDate(inHours(-1));
    const call = under.client.scheduleSettlement({ ...foreign, dueTime, ended: true });
    expect((await refusal(call)).reason).toBe("SETTLEMENT_NOT_FOUND");
    expect((await refusal(under.client.startRefund(foreign))).reason).toBe("SETTLEMENT_NOT_FOUND");
    expect(await dueAt(cup)).toEqual(endsAt);
    expect((await under.read(cup)).settlement.kind).toBe(SettlementKind.PAYOUT);
    expect(cup.closed).toBe(false);
  });

  test.for([
    ["no moment", {}, "due_time"],
    ["a moment beyond the year 9999", { dueTime: { seconds: 253_402_300_800n } }, "due_time"],
    ["an id that is none", { gameId: "mine" }, "game_id"],
  ] as const)("with %s is refused, naming the field", async ([, change, field]) => {
    const dueTime = field === "due_time" ? {} : { dueTime: timestampFromDate(new Date()) };
    const call = under.client.scheduleSettlement({ ...keyOf(under.cup()), ...dueTime, ...change });
    const { reason, fields } = await refusal(call);
    expect(reason).toBe("INVALID_ARGUMENT");
    expect(fields[0]?.field).toBe(field);
  });

  test("takes an end in the far future", async () => {
    const cup = under.cup();
    const endsAt = new Date("9999-12-31T23:59:59.999Z");
    await published(cup, endsAt);
    expect(await dueAt(cup)).toEqual(endsAt);
  });
});

describe("StartRefund", () => {
  test("makes a scheduled payout a refund that is due now, and closes the registration", async () => {
    const cup = under.cup();
    await published(cup, inHours(1));
    cup.status = Status.CANCELLED;
    const { settlement } = await cancelled(cup);
    expect(settlement?.kind).toBe(SettlementKind.REFUND);
    expect((await dueAt(cup)).getTime()).toBeLessThan(Date.now() + 1_000);
    expect(cup.closed).toBe(true);
    expect(under.wakeups.at(-1)?.tournamentId).toBe(cup.id);
  });

  test("stays a refund when the publication, or an end, is heard of afterwards", async () => {
    const cup = under.cup();
    cup.join("ada");
    cup.status = Status.CANCELLED;
    await cancelled(cup);
    await published(cup, inHours(1));
    await ended(cup, new Date());
    expect((await under.read(cup)).settlement.kind).toBe(SettlementKind.REFUND);
    expect(await under.work(cup)).toMatchObject({
      kind: SettlementKind.REFUND,
      state: SettlementState.DONE,
    });
    expect(cup.balanceOf("ada")).toBe(0n);
  });

  test("asked again once the refund is made changes nothing", async () => {
    const cup = under.cup();
    cup.join("ada");
    cup.status = Status.CANCELLED;
    await cancelled(cup);
    const done = await under.work(cup);
    const { settlement } = await cancelled(cup);
    expect(settlement).toEqual(done);
  });
});
