import { expect, test } from "vitest";
import type { Body } from "../harness/bodies.ts";
import type { Role } from "../model/roles.ts";
import { checkCall } from "./checker.ts";
import { findMoves } from "./facts.ts";
import { createFixture } from "./fixture.ts";
import type { Call, History } from "./history.ts";
import type { Intent } from "./plan.ts";

// The real product answers no impossible calls, so these are made by hand. Plants prove the other checks.

type When = [startedAt: number, endedAt: number];
const [ADA, BOB, CYD] = [0, 1, 2];

/** A call that was answered so: acknowledged with a body, or refused with a code. */
function call(intent: Intent, [startedAt, endedAt]: When, answer: object | string = {}): Call {
  const operation = { id: 0, atMs: 0, intent, twin: false, patienceMs: 0, repeats: 0, pauseMs: 0 };
  const counts = { attempts: 1, unanswered: 0, mended: [], answers: [] };
  const made = { operation, intent, startedAt, endedAt, ...counts };
  if (typeof answer === "string") return { ...made, outcome: { kind: "refused", code: answer } };
  const body = answer as Body;
  return { ...made, outcome: { kind: "acknowledged", body }, answers: [body] };
}

/** The history of calls on a tournament with a fee of 1.00 and two seats. */
function toHistory(calls: readonly Call[]): History {
  const terms = { platformFeeBps: 0, creditLimitMinor: null, exponent: 2, handles: [] };
  const game = {
    plan: { payer: "wallet" as const, ...terms },
    access: { gameId: "", apiKey: "" },
  };
  const tournament = { game: 0, feeMinor: 100n, seats: 2, minEntries: 0, split: [], scoring: null };
  const plan = {
    tournaments: [{ ...tournament, endsAfterMs: 10_000 }],
    people: {
      people: 3,
      sessions: [{ person: ADA }],
      teams: [{ owner: ADA }],
      keys: [{ team: 0, mode: "live" as const }],
    },
    operations: [],
  };
  const admin = () => Promise.reject(new Error("there is no database"));
  const fixture = createFixture({ baseUrl: "", admin }, plan, [game], 0);
  fixture.keys[0]?.scopes.push("read", "wallets:write");
  const rest = { leftOpen: new Set<string>(), tokensMayExpire: false, gamesAwayUntil: undefined };
  const history: History = { fixture, calls, moves: [], ...rest };
  history.moves.push(...findMoves(history));
  return history;
}

const fund = (handle: string, amountMinor: bigint, when: When) =>
  call({ kind: "deposit", game: 0, handle, amountMinor }, when, { transaction: {} });
const join = (handle: string, when: When, answer: object | string = { entry: {} }) =>
  call({ kind: "join", tournament: 0, handle }, when, answer);
const money = ["ada", "bob", "cyd"].map((handle) => fund(handle, 1_000n, [0, 1]));
const [ada, bob, cyd] = [join("ada", [2, 3]), join("bob", [4, 5]), join("cyd", [6, 7])];
const full = join("cyd", [6, 7], "tournament_full");
const broke = join("cyd", [6, 7], "insufficient_funds");
const ended = call({ kind: "complete", tournament: 0, ranks: [] }, [3, 4]);
const twin = { ...ada, answers: [{ entry: { id: "other" } } as Body] };

const invite = (role: Role) =>
  call({ kind: "invite", team: 0, person: ADA, guest: BOB, role }, [2, 3]);
const team = [
  call({ kind: "create-game", team: 0, person: ADA }, [0, 1]),
  call({ kind: "accept", team: 0, person: BOB }, [4, 5]),
];
const lower = (person: number, member: number, when: When) =>
  call({ kind: "change-role", team: 0, person, member, role: "viewer" }, when, { member: {} });
const leave = (person: number, when: When, answer: object | string = { member: {} }) =>
  call({ kind: "remove", team: 0, person, member: person }, when, answer);
const issue = (person: number, at: number, answer: object | string = { key: {} }) =>
  call({ kind: "issue-key", team: 0, person, key: 0 }, [at, at + 1], answer);
const lost = { ...leave(BOB, [1_000, 1_001], "game_not_found"), unanswered: 1 };

const refresh = (when: When, answer: object | string = { refreshToken: "" }) =>
  call({ kind: "refresh", session: 0 }, when, answer);
const signOut = call({ kind: "sign-out", session: 0 }, [1, 2]);
const read = (at: number) =>
  call({ kind: "read-user", session: 0 }, [at, at + 1], { user: { id: undefined } });
const torn = { ...refresh([5, 6], "session_ended"), answers: [{} as Body] };
const late = (endedAt: number) => ({ ...refresh([0, endedAt], "session_ended"), unanswered: 1 });
const useKey = (at: number, answer: object | string = { gamer: {} }) =>
  call({ kind: "use-key", key: 0 }, [at, at + 1], answer);
const revoked = call({ kind: "revoke-key", team: 0, person: ADA, key: 0 }, [10, 11]);

const NO_ROLE = "let in a person without the role";
const TOO_MUCH = "gave a key more than its issuer has";

test.for<[name: string, faults: string[], one: Call, ...others: Call[]]>([
  ["a join of a funded gamer", [], ada, ...money],
  ["a join that is repeated", ["admitted a gamer twice"], join("ada", [6, 7]), ...money, ada],
  ["a join beyond the seats", ["admitted 3 to 2 seats"], cyd, ...money, ada, bob],
  ["a join after an early end", ["admitted a gamer after the end"], cyd, ...money, ended],
  ["a join without money", ["admitted a gamer whose payer had too little"], ada],
  ["a join paid by a concurrent deposit", [], ada, fund("ada", 100n, [1, 3])],
  ["a join refused a free seat", ["tournament_full"], full, ...money, ada],
  ["a join refused a seat that may be taken", [], full, ...money, ada, join("bob", [6, 9])],
  ["a join refused in spite of money", ["insufficient_funds"], broke, ...money],
  ["a join refused for lack of money", [], broke, fund("cyd", 99n, [0, 1])],
  ["a join refused for an unknown reason", ["teapot"], join("ada", [2, 3], "teapot"), ...money],
  ["answers to one key that differ", ["another answer"], twin, ...money],
  ["a key of an owner", [], issue(ADA, 6_000), ...team],
  ["a key refused to an owner", ["scope_missing"], issue(ADA, 6_000, "scope_missing"), ...team],
  ["a key of a stranger", [NO_ROLE, TOO_MUCH], issue(CYD, 6_000), ...team],
  ["a key of a developer", [TOO_MUCH], issue(BOB, 10_000), ...team, invite("developer")],
  [
    "a key of an owner no more",
    [NO_ROLE, TOO_MUCH],
    issue(BOB, 6_002),
    ...team,
    invite("owner"),
    lower(ADA, BOB, [1_000, 1_001]),
  ],
  ["a key of a person who may have left", [], issue(BOB, 9_000), ...team, invite("owner"), lost],
  ["a last owner who leaves", ["left a game without an owner"], leave(ADA, [10, 11]), ...team],
  ["one of two owners", [], lower(ADA, ADA, [10, 11]), ...team, invite("owner")],
  ["a session that is over without an end", ["session_ended"], refresh([5, 6], "session_ended")],
  ["a session after a sign-out", ["a session that had ended"], refresh([5, 6]), signOut],
  ["a refused twin of a refresh", ["was acknowledged, and refused"], torn],
  ["a refused twin after a lost refresh", [], torn, { ...refresh([1, 2]), unanswered: 1 }],
  ["a session that ends by an early repeat", ["session_ended"], late(9_000)],
  ["a session that ends by a late repeat", [], late(11_000)],
  ["an access token five seconds after the end", [], read(5_002), signOut],
  ["an access token after that", ["let in by a session that had ended"], read(5_003), signOut],
  ["a key refused though it works", ["api_key_invalid"], useKey(20, "api_key_invalid")],
  ["a key refused after it was revoked", [], useKey(20, "api_key_invalid"), revoked],
  ["a key five seconds after it was revoked", [], useKey(5_011), revoked],
  ["a key after that", ["let in by a key that was revoked"], useKey(5_012), revoked],
])("judges %s", ([, faults, one, ...others]) => {
  const found = checkCall(one, toHistory([...others, one]));
  expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
