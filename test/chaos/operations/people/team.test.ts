import { describe, expect, test } from "vitest";
import { after, call } from "../../fixtures/history.ts";
import type { Call } from "../../history.ts";
import type { IntentOf } from "../../plan.ts";
import type { RoleWord } from "../../people/plan.ts";
import { changeRole } from "./change-role.ts";
import { issueKey } from "./issue-key.ts";
import { remove } from "./remove.ts";

const [ADA, BOB, CYD] = [0, 1, 2];
type When = [number, number];

const created = call({ kind: "create-game", team: 0, person: ADA }, [0, 1]);
const invited = (role: RoleWord) =>
  call({ kind: "invite", team: 0, person: ADA, guest: BOB, role }, [2, 3]);
const accepted = call({ kind: "accept", team: 0, person: BOB }, [4, 5]);
const changing = (person: number, member: number, role: RoleWord, when: When) =>
  call({ kind: "change-role", team: 0, person, member, role }, when);
const removing = (person: number, member: number, when: When) =>
  call({ kind: "remove", team: 0, person, member }, when);
const issuing = (person: number, when: When) =>
  call({ kind: "issue-key", team: 0, person, key: 0 }, when);
/** Refused, after an attempt that was never answered. */
const lost = <C extends Call>(one: C): C => ({
  ...one,
  outcome: { kind: "refused", code: "game_not_found" },
  unanswered: 1,
});

describe("a role decides what is allowed", () => {
  const mayRefuse = (code: string, one: Call<IntentOf<"issue-key">>, ...calls: Call[]) =>
    issueKey.refusals[code]?.(one, after(created, ...calls, one));
  const wrongly = (one: Call<IntentOf<"issue-key">>, ...calls: Call[]) =>
    issueKey.checkAcknowledged(one, after(created, ...calls, one));

  test("an owner is let in and cannot be refused, a stranger the other way about", () => {
    expect(wrongly(issuing(ADA, [6_000, 6_001]))).toEqual([]);
    expect(mayRefuse("scope_missing", issuing(ADA, [6_000, 6_001]))).toBe(false);
    expect(mayRefuse("game_not_found", issuing(ADA, [6_000, 6_001]))).toBe(false);
    expect(wrongly(issuing(CYD, [6_000, 6_001]))).toContain("let in somebody who had no such role");
    expect(mayRefuse("game_not_found", issuing(CYD, [6_000, 6_001]))).toBe(true);
  });

  test("a viewer has no keys to give, a developer none that moves money in live", () => {
    expect(wrongly(issuing(BOB, [10_000, 10_001]), invited("viewer"), accepted)).toContain(
      "let in somebody who had no such role",
    );
    expect(wrongly(issuing(BOB, [10_000, 10_001]), invited("developer"), accepted)).toEqual([
      "gave a key more than its issuer has",
    ]);
    expect(wrongly(issuing(BOB, [10_000, 10_001]), invited("owner"), accepted)).toEqual([]);
  });

  test("a former role is believed for five seconds, and no longer", () => {
    const [joined, lowered] = [invited("owner"), changing(ADA, BOB, "viewer", [1_000, 1_001])];
    expect(wrongly(issuing(BOB, [6_000, 6_001]), joined, accepted, lowered)).toEqual([]);
    expect(wrongly(issuing(BOB, [6_002, 6_003]), joined, accepted, lowered)).not.toEqual([]);
  });

  test("what was refused after a lost answer may have happened", () => {
    const gone = lost(removing(BOB, BOB, [1_000, 1_001]));
    const joined = [invited("owner"), accepted];
    expect(mayRefuse("game_not_found", issuing(BOB, [6_000, 6_001]), ...joined)).toBe(false);
    expect(mayRefuse("game_not_found", issuing(BOB, [6_000, 6_001]), ...joined, gone)).toBe(true);
    expect(wrongly(issuing(BOB, [9_000, 9_001]), ...joined, gone)).toEqual([]);
  });
});

describe("the last owner stays", () => {
  test("who is alone cannot leave, and may be refused", () => {
    const leaving = removing(ADA, ADA, [10, 11]);
    expect(remove.checkAcknowledged(leaving, after(created, leaving))).toEqual([
      "left a game without an owner",
    ]);
    expect(remove.refusals["last_owner"]?.(leaving, after(created, leaving))).toBe(true);
  });

  test("who has another owner beside them can, and cannot be refused", () => {
    const joined = [created, invited("owner"), accepted];
    const lowering = changing(ADA, ADA, "viewer", [10, 11]);
    expect(changeRole.checkAcknowledged(lowering, after(...joined, lowering))).toEqual([]);
    expect(changeRole.refusals["last_owner"]?.(lowering, after(...joined, lowering))).toBe(false);
    // Both at once: either may be refused, and either may be the one that is not.
    const other = removing(BOB, BOB, [9, 12]);
    const course = after(...joined, lowering, other);
    expect(changeRole.checkAcknowledged(lowering, course)).toEqual([]);
    expect(changeRole.refusals["last_owner"]?.(lowering, course)).toBe(true);
  });
});
