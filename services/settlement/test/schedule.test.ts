import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ConnectError } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterEach(() => {
  service.faults.plan = () => undefined;
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const keyOf = (tournament: FakeTournament) => ({
  requestId: newId(),
  gameId: tournament.gameId,
  tournamentId: tournament.id,
});

/** The event of a publication. */
const published = (tournament: FakeTournament, endsAt: Date) =>
  service.client.scheduleSettlement({ ...keyOf(tournament), dueTime: timestampFromDate(endsAt) });

/** The event of a game that ended its tournament. */
const ended = (tournament: FakeTournament, at: Date) =>
  service.client.scheduleSettlement({
    ...keyOf(tournament),
    dueTime: timestampFromDate(at),
    ended: true,
  });

const cancelled = (tournament: FakeTournament) => service.client.startRefund(keyOf(tournament));

const refusal = async (call: Promise<unknown>) =>
  toRemoteError(
    await call.then(() => {
      throw new Error("the call was not refused");
    }, ConnectError.from),
  );

async function dueAt(tournament: FakeTournament): Promise<Date> {
  return timestampDate((await service.read(tournament)).settlement.dueTime!);
}

describe("a call that closes the registration", () => {
  const LIMIT_MS = 4_000;

  test("does so within the deadline of its own caller", async () => {
    const [completed, calledOff] = [service.tournament(), service.tournament()];
    const dueTime = timestampFromDate(new Date());
    const options = { timeoutMs: LIMIT_MS };
    await service.client.scheduleSettlement({ ...keyOf(completed), dueTime, ended: true }, options);
    await service.client.startRefund(keyOf(calledOff), options);
    expect(completed.registration.closedWithinMs).toBeLessThan(LIMIT_MS);
    expect(calledOff.registration.closedWithinMs).toBeLessThan(LIMIT_MS);
  });
});

describe("ScheduleSettlement", () => {
  test("has a published tournament settled at its end, and leaves its registration open", async () => {
    const tournament = service.tournament();
    const endsAt = inHours(1);
    const { settlement } = await published(tournament, endsAt);
    expect(settlement).toMatchObject({
      tournamentId: tournament.id,
      gameId: tournament.gameId,
      kind: SettlementKind.PAYOUT,
      state: SettlementState.SCHEDULED,
    });
    expect(await dueAt(tournament)).toEqual(endsAt);
    expect(service.wakeups.at(-1)).toEqual({ tournamentId: tournament.id, at: endsAt });
    expect(tournament.registration.closed).toBe(false);
  });

  test("closes the registration before it answers when the game ended the tournament", async () => {
    const tournament = service.tournament();
    await published(tournament, inHours(1));
    const now = new Date();
    await ended(tournament, now);
    expect(tournament.registration.closed).toBe(true);
    expect(await dueAt(tournament)).toEqual(now);
  });

  test("asked twice changes nothing", async () => {
    const tournament = service.tournament();
    const at = inHours(1);
    const first = await published(tournament, at);
    expect(await published(tournament, at)).toEqual(first);
  });

  test("keeps the moment of the end when the publication is heard of late", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    const now = new Date();
    tournament.finalRanks = [{ handle: "bob", rank: 1 }];
    await ended(tournament, now);
    await published(tournament, inHours(1));
    expect(await dueAt(tournament)).toEqual(now);
    await service.work(tournament);
    expect(["ada", "bob"].map(tournament.balanceOf)).toEqual([0n, 6n]);
  });

  test("does not break the pause of a settlement that failed, nor revive a dead one", async () => {
    const tournament = service.tournament();
    await published(tournament, inHours(-1));
    service.faults.plan = ({ name }) => (name === "BatchCloseRegistration" ? "fails" : undefined);
    for (let attempt = 0; attempt < 12; attempt++) await service.work(tournament);
    service.faults.plan = () => undefined;
    await published(tournament, inHours(-1));
    const { rows } = await service.context.db.$client.query<{ pausing: boolean }>(
      `SELECT run_at > now() AS pausing FROM settlement WHERE tournament_id = $1`,
      [tournament.id],
    );
    expect(rows).toEqual([{ pausing: true }]);
  });

  test("changes nothing once the settlement has begun", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    await published(tournament, inHours(-1));
    service.faults.plan = ({ name }) => (name === "BatchDisburse" ? "fails" : undefined);
    expect((await service.work(tournament)).state).toBe(SettlementState.PAYING);
    service.faults.plan = () => undefined;
    const before = (await service.read(tournament)).settlement;
    await ended(tournament, new Date());
    expect((await service.read(tournament)).settlement).toEqual(before);
    await service.work(tournament);
    expect(["ada", "bob"].map(tournament.balanceOf)).toEqual([3n, 3n]);
  });

  test("is remembered even when closing the registration fails, and works when asked again", async () => {
    const tournament = service.tournament();
    service.faults.plan = ({ name }) => (name === "BatchCloseRegistration" ? "fails" : undefined);
    expect((await refusal(ended(tournament, new Date()))).reason).toBe("UNAVAILABLE");
    expect((await service.read(tournament)).settlement.state).toBe(SettlementState.SCHEDULED);
    service.faults.plan = () => undefined;
    await ended(tournament, new Date());
    expect(tournament.registration.closed).toBe(true);
  });

  test("of another game's tournament is refused and moves nothing", async () => {
    const tournament = service.tournament();
    const endsAt = inHours(1);
    await published(tournament, endsAt);
    const foreign = { requestId: newId(), gameId: newId(), tournamentId: tournament.id };
    const dueTime = timestampFromDate(inHours(-1));
    const call = service.client.scheduleSettlement({ ...foreign, dueTime, ended: true });
    expect((await refusal(call)).reason).toBe("SETTLEMENT_NOT_FOUND");
    expect((await refusal(service.client.startRefund(foreign))).reason).toBe(
      "SETTLEMENT_NOT_FOUND",
    );
    expect(await dueAt(tournament)).toEqual(endsAt);
    expect((await service.read(tournament)).settlement.kind).toBe(SettlementKind.PAYOUT);
    expect(tournament.registration.closed).toBe(false);
  });

  test.for([
    ["no moment", {}, "due_time"],
    ["a moment beyond the year 9999", { dueTime: { seconds: 253_402_300_800n } }, "due_time"],
    ["an id that is none", { gameId: "mine" }, "game_id"],
  ] as const)("with %s is refused, naming the field", async ([, change, field]) => {
    const dueTime = field === "due_time" ? {} : { dueTime: timestampFromDate(new Date()) };
    const call = service.client.scheduleSettlement({
      ...keyOf(service.tournament()),
      ...dueTime,
      ...change,
    });
    const { reason, fields } = await refusal(call);
    expect(reason).toBe("INVALID_ARGUMENT");
    expect(fields[0]?.field).toBe(field);
  });

  test("takes an end in the far future", async () => {
    const tournament = service.tournament();
    const endsAt = new Date("9999-12-31T23:59:59.999Z");
    await published(tournament, endsAt);
    expect(await dueAt(tournament)).toEqual(endsAt);
  });
});

describe("StartRefund", () => {
  test("makes a scheduled payout a refund that is due now, and closes the registration", async () => {
    const tournament = service.tournament();
    await published(tournament, inHours(1));
    tournament.status = Status.CANCELLED;
    const { settlement } = await cancelled(tournament);
    expect(settlement?.kind).toBe(SettlementKind.REFUND);
    expect((await dueAt(tournament)).getTime()).toBeLessThan(Date.now() + 1_000);
    expect(tournament.registration.closed).toBe(true);
    expect(service.wakeups.at(-1)?.tournamentId).toBe(tournament.id);
  });

  test("stays a refund when the publication, or an end, is heard of afterwards", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    tournament.status = Status.CANCELLED;
    await cancelled(tournament);
    await published(tournament, inHours(1));
    await ended(tournament, new Date());
    expect((await service.read(tournament)).settlement.kind).toBe(SettlementKind.REFUND);
    expect(await service.work(tournament)).toMatchObject({
      kind: SettlementKind.REFUND,
      state: SettlementState.DONE,
    });
    expect(tournament.balanceOf("ada")).toBe(0n);
  });

  test("asked again once the refund is made changes nothing", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    tournament.status = Status.CANCELLED;
    await cancelled(tournament);
    const done = await service.work(tournament);
    const { settlement } = await cancelled(tournament);
    expect(settlement).toEqual(done);
  });
});
