import { describe, expect, test } from "vitest";
import type { Body, EntryBody, SettlementBody, TournamentBody } from "../harness/bodies.ts";
import type { Role } from "../model/roles.ts";
import { checkCall, checkTournament } from "./checker.ts";
import { findMoves } from "./facts.ts";
import { createFixture } from "./fixture.ts";
import type { Call, History, Outcome } from "./history.ts";
import type { SeenTournament } from "./observe.ts";
import type { Intent, IntentOf } from "./plan.ts";

// The real product answers no impossible calls, so these are made by hand.

type When = [startedAt: number, endedAt: number];
const ENDS_AT = 10_000;
const [ADA, BOB, CYD] = [0, 1, 2];

/** A call that was answered so; by default it is acknowledged. */
function call<I extends Intent>(
  intent: I,
  [startedAt, endedAt]: When,
  answer: object | string = {},
) {
  const outcome: Outcome =
    typeof answer === "string"
      ? { kind: "refused", code: answer }
      : { kind: "acknowledged", body: answer as Body };
  const operation = { id: 0, atMs: 0, intent, twin: false, patienceMs: 0, repeats: 0, pauseMs: 0 };
  const answers = outcome.kind === "acknowledged" ? [outcome.body] : [];
  const counts = { attempts: 1, unanswered: 0, mended: [] };
  return { operation, intent, startedAt, endedAt, ...counts, outcome, answers } satisfies Call<I>;
}

/** The history of calls on a tournament with a fee of 1.00, two seats and a split of 70 to 30. */
function toHistory(calls: readonly Call[], more: Partial<History> = {}): History {
  const game = {
    plan: {
      payer: "wallet" as const,
      platformFeeBps: 0,
      creditLimitMinor: null,
      exponent: 2,
      handles: [],
    },
    access: { gameId: "", apiKey: "" },
  };
  const fixture = createFixture(
    { baseUrl: "", admin: () => Promise.reject(new Error("there is no database")) },
    {
      tournaments: [
        {
          game: 0,
          feeMinor: 100n,
          seats: 2,
          minEntries: 0,
          split: [70, 30],
          scoring: null,
          endsAfterMs: ENDS_AT,
        },
      ],
      people: {
        people: 3,
        sessions: [{ person: ADA }],
        teams: [{ owner: ADA }],
        keys: [{ team: 0, mode: "live" }],
      },
      operations: [],
    },
    [game],
    0,
  );
  fixture.keys[0]?.scopes.push("read", "wallets:write");
  const history: History = {
    fixture,
    calls,
    moves: [],
    leftOpen: new Set(),
    tokensMayExpire: false,
    gamesAwayUntil: undefined,
    ...more,
  };
  history.moves.push(...findMoves(history));
  return history;
}

const check = (one: Call, ...others: Call[]) => checkCall(one, toHistory([...others, one]));
const IMPOSSIBLE = (code: string) => [`was refused as ${code}, which cannot be`];

const fund = (handle: string, amountMinor: bigint, when: When) =>
  call({ kind: "deposit", game: 0, handle, amountMinor }, when, { transaction: {} });
const join = (handle: string, when: When, answer: object | string = { entry: {} }) =>
  call({ kind: "join", tournament: 0, handle }, when, answer);
const complete = (when: When) => call({ kind: "complete", tournament: 0, ranks: [] }, when);

describe("a join", () => {
  const money = ["ada", "bob", "cyd"].map((handle) => fund(handle, 1_000n, [0, 1]));
  const [ada, bob, cyd] = [join("ada", [2, 3]), join("bob", [4, 5]), join("cyd", [6, 7])];
  const full = join("cyd", [6, 7], "tournament_full");
  const broke = join("cyd", [6, 7], "insufficient_funds");
  test.for<[name: string, one: Call, others: Call[], faults: string[]]>([
    ["of a funded gamer", ada, money, []],
    ["that is repeated", join("ada", [6, 7]), [...money, ada], ["admitted a gamer twice"]],
    ["beyond the seats", cyd, [...money, ada, bob], ["admitted 3 to 2 seats"]],
    ["after an early end", cyd, [...money, complete([3, 4])], ["admitted a gamer after the end"]],
    ["without money", ada, [], ["admitted a gamer whose payer had too little"]],
    ["paid by a concurrent deposit", ada, [fund("ada", 100n, [1, 3])], []],
    ["refused a free seat", full, [...money, ada], IMPOSSIBLE("tournament_full")],
    ["refused a seat that may be taken", full, [...money, ada, join("bob", [6, 9])], []],
    ["refused in spite of money", broke, money, IMPOSSIBLE("insufficient_funds")],
    ["refused with a withdrawal", broke, [fund("cyd", 99n, [0, 1])], []],
    ["refused for an unknown reason", join("ada", [2, 3], "teapot"), money, IMPOSSIBLE("teapot")],
  ])("%s", ([, one, others, faults]) => {
    expect(check(one, ...others)).toEqual(faults);
  });
});

test("finds answers to one key that differ", () => {
  const twin = { ...join("ada", [2, 3]), answers: [{ entry: { id: "other" } } as Body] };
  expect(check(twin, fund("ada", 100n, [0, 1])).join()).toContain("another answer");
});

describe("a role", () => {
  const created = call({ kind: "create-game", team: 0, person: ADA }, [0, 1]);
  const invite = (role: Role) =>
    call({ kind: "invite", team: 0, person: ADA, guest: BOB, role }, [2, 3]);
  const accepted = call({ kind: "accept", team: 0, person: BOB }, [4, 5]);
  const change = (member: number, role: Role, when: When) =>
    call({ kind: "change-role", team: 0, person: ADA, member, role }, when, { member: {} });
  const remove = (person: number, when: When, answer: object | string = { member: {} }) =>
    call({ kind: "remove", team: 0, person, member: person }, when, answer);
  const issue = (person: number, at: number, answer: object | string = { key: {} }) =>
    call({ kind: "issue-key", team: 0, person, key: 0 }, [at, at + 1], answer);
  const NO_ROLE = "let in a person without the role";
  const TOO_MUCH = "gave a key more than its issuer has";
  const lost = { ...remove(BOB, [1_000, 1_001], "game_not_found"), unanswered: 1 };

  test.for<[name: string, one: Call, others: Call[], faults: string[]]>([
    ["of an owner", issue(ADA, 6_000), [], []],
    ["refused to an owner", issue(ADA, 6_000, "scope_missing"), [], IMPOSSIBLE("scope_missing")],
    ["of a stranger", issue(CYD, 6_000), [], [NO_ROLE, TOO_MUCH]],
    ["of a viewer", issue(BOB, 10_000), [invite("viewer"), accepted], [NO_ROLE, TOO_MUCH]],
    ["of a developer", issue(BOB, 10_000), [invite("developer"), accepted], [TOO_MUCH]],
    [
      "lowered more than five seconds ago",
      issue(BOB, 6_002),
      [invite("owner"), accepted, change(BOB, "viewer", [1_000, 1_001])],
      [NO_ROLE, TOO_MUCH],
    ],
    ["removed by a lost answer", issue(BOB, 9_000), [invite("owner"), accepted, lost], []],
    ["of the last owner", remove(ADA, [10, 11]), [], ["left a game without an owner"]],
    ["of one of two owners", change(ADA, "viewer", [10, 11]), [invite("owner"), accepted], []],
  ])("%s", ([, one, others, faults]) => {
    expect(check(one, created, ...others)).toEqual(faults);
  });
});

describe("a session or key", () => {
  const refresh = (when: When, answer: object | string = { refreshToken: "" }) =>
    call({ kind: "refresh", session: 0 }, when, answer);
  const signOut = call({ kind: "sign-out", session: 0 }, [1, 2]);
  const read = (at: number) =>
    call({ kind: "read-user", session: 0 }, [at, at + 1], { user: { id: undefined } });
  const late = (endedAt: number) => ({ ...refresh([0, endedAt], "session_ended"), unanswered: 1 });
  const useKey = (at: number, answer: object | string = { gamer: {} }) =>
    call({ kind: "use-key", key: 0 }, [at, at + 1], answer);
  const revoked = call({ kind: "revoke-key", team: 0, person: ADA, key: 0 }, [10, 11]);

  test.for<[name: string, one: Call, others: Call[], faults: string[]]>([
    ["is over without an end", refresh([5, 6], "session_ended"), [], IMPOSSIBLE("session_ended")],
    [
      "goes on after a sign-out",
      refresh([5, 6]),
      [signOut],
      ["went on with a session that had ended"],
    ],
    ["ends by an early repeat", late(9_000), [], IMPOSSIBLE("session_ended")],
    ["ends by a late repeat", late(11_000), [], []],
    ["works for five seconds after its end", read(5_002), [signOut], []],
    ["works after that", read(5_003), [signOut], ["let in by a session that had ended"]],
    [
      "is refused though it works",
      useKey(20, "api_key_invalid"),
      [],
      IMPOSSIBLE("api_key_invalid"),
    ],
    ["is refused after the revocation", useKey(20, "api_key_invalid"), [revoked], []],
    ["works for five seconds after the revocation", useKey(5_011), [revoked], []],
    ["works after the revocation", useKey(5_012), [revoked], ["let in by a key that was revoked"]],
    [
      "is stolen",
      call({ kind: "steal", session: 0 }, [5, 6], { refreshToken: "" }),
      [],
      ["exchanged a refresh token that was used long ago"],
    ],
  ])("%s", ([, one, others, faults]) => {
    expect(check(one, ...others)).toEqual(faults);
  });
});

describe("a tournament", () => {
  type Verdict = IntentOf<"eliminate" | "disqualify" | "reinstate">["kind"];
  const at = (ms: number) => new Date(ms).toISOString();
  /** A decision that was answered at its end. */
  const decide = (kind: Verdict, handle: string, [from, to]: When, told: Partial<EntryBody>) =>
    call({ kind, tournament: 0, handles: [handle] }, [from, to], {
      entries: [{ id: handle, gamerHandle: handle, eliminated: false, updatedAt: at(to), ...told }],
    });
  const out = (handle: string, when: When, told: Partial<EntryBody> = {}) =>
    decide("eliminate", handle, when, {
      state: "eliminated",
      eliminated: true,
      eliminatedAt: at(when[1]),
      rank: 2,
      provisional: true,
      ...told,
    });
  const published = call({ kind: "publish", tournament: 0 }, [0, 1]);
  const joins = [published, join("ada", [2, 3]), join("bob", [4, 5])];
  const calls = [...joins, out("ada", [6, 7])];
  const entry = (
    handle: string,
    rank: number | null,
    eliminatedAt: string | null,
    state: string,
  ) => {
    const eliminated = eliminatedAt !== null;
    const who = { id: handle, gamer: handle, gamerHandle: handle };
    return { ...who, rank, state, eliminated, eliminatedAt, joinedAt: "" } as EntryBody;
  };
  const pay = (gamerHandle: string, rank: number | null, amount: number) => ({
    gamer: gamerHandle,
    gamerHandle,
    rank,
    amount,
  });
  const won = (winner: string | null) =>
    ({
      status: winner === null ? "cancelled" : "completed",
      prizePool: 0,
      winner,
      winners: winner === null ? [] : [winner],
    }) as unknown as TournamentBody;
  const seen: SeenTournament = {
    tournament: won("bob"),
    entries: [entry("bob", 1, null, "in"), entry("ada", 2, at(7), "eliminated")],
    board: [],
    scores: [],
    decisions: new Map(),
    state: "done",
    settlement: { kind: "payout", pool: 2, platformFee: 0 } as SettlementBody,
    payouts: [pay("bob", 1, 1.4), pay("ada", 2, 0.6)],
  };
  const refund = {
    ...seen,
    tournament: won(null),
    settlement: { kind: "refund", pool: 2, platformFee: 0 } as SettlementBody,
    payouts: [pay("ada", null, 1), pay("bob", null, 1)],
  };
  const find = (played: readonly Call[], one: SeenTournament) =>
    checkTournament(toHistory(played), 0, one).faults.join();

  test("pays by its ranks", () => {
    const { faults, moves } = checkTournament(toHistory(calls), 0, seen);
    expect(faults).toEqual([]);
    expect(moves.map(({ account, amount }) => [account, amount])).toEqual([
      ["0/platform", 0n],
      ["0/wallet/bob", 140n],
      ["0/wallet/ada", 60n],
    ]);
  });

  test.for<[name: string, difference: Partial<SeenTournament>, fault: string]>([
    ["a lost entry", { entries: seen.entries.slice(1) }, "entries is"],
    [
      "another elimination time",
      { entries: [entry("bob", 1, null, "in"), entry("ada", 2, at(8), "eliminated")] },
      "the elimination of ada is",
    ],
    [
      "a wrong rank",
      { entries: [entry("bob", 2, null, "in"), entry("ada", 1, at(7), "eliminated")] },
      "the rank of bob is 2, not 1",
    ],
    ["a missing payout", { payouts: seen.payouts.slice(1) }, "payouts is"],
    ["another pool", { settlement: { ...refund.settlement, kind: "payout", pool: 1 } }, "pool is"],
    ["a settlement that was given up", { state: "dead" }, "the state of its settlement"],
    ["another status", { tournament: { ...seen.tournament, status: "cancelled" } }, "status is"],
    ["another winner", { tournament: { ...seen.tournament, winner: "ada" } }, "winner is"],
    [
      "an unknown decision",
      { decisions: new Map([["ada", [{ ...ban(7), was: "in" }]]]) },
      "the decisions on ada",
    ],
  ])("with %s is found", ([, difference, fault]) => {
    expect(find(calls, { ...seen, ...difference })).toContain(fault);
  });

  test("gives every fee back if it is cancelled", () => {
    const cancelled = [...calls, call({ kind: "cancel", tournament: 0 }, [8, 9])];
    expect(find(cancelled, refund)).toBe("");
    expect(find(cancelled, seen)).toContain("status is");
  });

  function ban(ms: number) {
    const by = { actor: { type: "api_key", id: "key" }, reason: "the simulation" };
    return { decision: "disqualify", was: "in", ...by, decidedAt: at(ms) };
  }
  const banned = decide("disqualify", "bob", [8, 9], { state: "disqualified" });

  test("pays others instead of a disqualified gamer, and lists the decision", () => {
    const without: SeenTournament = {
      ...seen,
      tournament: won("ada"),
      entries: [entry("ada", 1, at(7), "eliminated"), entry("bob", null, null, "disqualified")],
      payouts: [pay("ada", 1, 2)],
      decisions: new Map([["bob", [ban(9)]]]),
    };
    expect(find([...calls, banned], without)).toBe("");
    expect(find([...calls, banned], { ...without, payouts: seen.payouts })).toContain("payouts");
    for (const wrong of [ban(8), { ...ban(9), was: "eliminated" }, { ...ban(9), reason: "" }]) {
      const decisions = new Map([["bob", [wrong]]]);
      expect(find([...calls, banned], { ...without, decisions })).toContain("the decisions on bob");
    }
  });

  test.for<[name: string, decisions: Call[], possible: boolean]>([
    ["two reinstatements", [decide("reinstate", "ada", [8, 20], { state: "in" })], true],
    ["a second elimination", [out("ada", [8, 20])], false],
    ["moments too close to tell", [decide("reinstate", "ada", [2, 6], { state: "in" })], true],
    [
      "the reinstatement of an earlier elimination",
      [out("bob", [8, 20]), decide("reinstate", "ada", [21, 30], { state: "in" })],
      false,
    ],
  ])("orders decisions: %s", ([, decisions, possible]) => {
    const faults = find([...calls, ...decisions], seen);
    expect(faults.includes("no order of the decisions")).toBe(!possible);
  });
});
