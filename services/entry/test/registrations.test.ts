import { newId } from "@tms/kit/values/ids";
import type { CloseOutcome } from "@tms/proto/tms/entry/v1/entry";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import {
  getReason,
  join,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeOutcomes,
  closeRegistration,
  countFees,
  countSeats,
  handles,
  tournamentOf,
} from "./actions.ts";

const PAID = { entryFeeMinorUnits: 5n };

/** Publishes a tournament that has a pending entry. */
async function pendingTournament(world: World, when: "before" | "after" = "before") {
  const tournament = await publishTournament(world, PAID);
  using _outage = world.fail("CollectFees", { when });
  await getReason(join(world, tournament, "open"));
  return tournament;
}

const foreign = (tournament: TournamentKey) => ({ ...tournament, gameId: newId() });

/** Closes registrations; returns the reason of a refusal, or the case and the number of entries. */
const close = async (world: World, ...tournaments: TournamentKey[]) =>
  (await closeOutcomes(world, tournaments)).map(({ outcome }) => {
    if (outcome.case === "refused") return outcome.value.reason;
    const { value } = outcome;
    return { [String(outcome.case)]: typeof value === "object" ? value.entries : value };
  });

test("counts the entries of a registration and ends its joins, repeatedly", async ({ world }) => {
  const [two, none, one, other] = [
    await tournamentOf(world, "ann", "bob"),
    await publishTournament(world),
    await tournamentOf(world, "cid"),
    await tournamentOf(world, "dan"),
  ];
  for (let round = 0; round < 2; round++)
    expect(await close(world, two, none, foreign(other), one, two, foreign(one))).toEqual([
      { closed: 2 },
      { closed: 0 },
      "TOURNAMENT_NOT_FOUND",
      { closed: 1 },
      { closed: 2 },
      "TOURNAMENT_NOT_FOUND",
    ]);
  for (const tournament of [two, none, one])
    expect(await getReason(join(world, tournament, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  expect(await getReason(join(world, other, "eve"))).toBe("accepted");
});

test("leaves no way in for a join that learnt of the tournament before", async ({ world }) => {
  const tournament = await publishTournament(world, PAID);
  using asking = world.hold("BatchGetTournaments");
  const joining = getReason(join(world, tournament, "ann"));
  await asking.met;
  expect(await closeRegistration(world, tournament)).toMatchObject({ entries: 0 });
  asking[Symbol.dispose]();
  expect(await joining).not.toBe("accepted");
  expect((await world.entry.listEntries(tournament)).entries).toEqual([]);
  expect(await countFees(world, tournament)).toBe(0);
});

test("finishes joins under way, paid or refused, or counts those left", async ({ world }) => {
  const [tournament, plain] = [
    await pendingTournament(world, "after"),
    await tournamentOf(world, "ann"),
  ];
  {
    using _outage = world.fail("CollectFees");
    await getReason(join(world, tournament, "unpaid"));
    expect(await close(world, tournament, plain)).toEqual([{ unfinished: 2 }, { closed: 1 }]);
  }
  const { gameId, tournamentId } = tournament;
  const ref = { gameId, type: AccountType.PRIZE_POOL, ownerId: tournamentId };
  await world.wallet.batchCloseAccount({ accounts: [{ ref, currency: "USD" }] });
  expect(await close(world, tournament, plain)).toEqual([{ closed: 1 }, { closed: 1 }]);
  expect([await countSeats(world, tournament), await countFees(world, tournament)]).toEqual([1, 1]);
  expect(await getReason(join(world, tournament, "unpaid"))).toBe("TOURNAMENT_NOT_PUBLISHED");
});

test("is answered while the charges of another registration hang", async ({ world }) => {
  const [pending, plain] = [await pendingTournament(world), await tournamentOf(world, "ann")];
  using silence = world.hold("CollectFees");
  const registrations = [pending, plain, foreign(plain)];
  const answers = world.entry.batchCloseRegistration({ registrations })[Symbol.asyncIterator]();
  const first = await answers.next();
  expect(first.value?.outcomes.map(({ index }: CloseOutcome) => index)).toEqual([1, 2]);
  silence[Symbol.dispose]();
  expect((await answers.next()).value?.outcomes).toMatchObject([
    { index: 0, outcome: { case: "closed", value: { entries: 1 } } },
  ]);
  expect((await answers.next()).done).toBe(true);
});

test("counts every gamer who got in while it raced with joins", async ({ world }) => {
  const tournament = await publishTournament(world, PAID);
  await join(world, tournament, "first");
  const joining = Promise.all(
    handles(80).map((handle) => getReason(join(world, tournament, handle))),
  );
  await closeRegistration(world, tournament);
  const inside = (await joining).filter((outcome) => outcome === "accepted").length;
  expect(await closeRegistration(world, tournament)).toMatchObject({ entries: inside + 1 });
  expect(await countFees(world, tournament)).toBe(inside + 1);
});
