import { expect, test } from "vitest";
import type { Body } from "../../harness/bodies.ts";
import { after, call } from "../fixtures/history.ts";
import type { Call } from "../history.ts";
import { accept } from "../operations/people/accept.ts";
import type { RoleWord } from "../people/plan.ts";
import { hadEnded, mayHaveEnded } from "./invitations.ts";

const [ADA, BOB, CYD] = [0, 1, 2];

const created = call({ kind: "create-game", team: 0, person: ADA }, [0, 1]);
const inviting = (role: RoleWord) =>
  call({ kind: "invite", team: 0, person: ADA, guest: BOB, role }, [10, 20]);
const accepting = call({ kind: "accept", team: 0, person: BOB }, [50, 60], {
  kind: "acknowledged",
  body: { game: { id: "game" } } as Body,
});
const lowering = (role: RoleWord, when: [number, number]) =>
  call({ kind: "change-role", team: 0, person: CYD, member: ADA, role }, when);
const removing = (when: [number, number]) =>
  call({ kind: "remove", team: 0, person: CYD, member: ADA }, when);

const ends = (...calls: Call[]) => {
  const { history } = after(created, ...calls, accepting);
  return [mayHaveEnded(history, accepting), hadEnded(history, accepting)];
};

test.for([
  ["nothing happened", inviting("owner"), undefined, [false, false]],
  ["whoever made it was removed before", inviting("viewer"), removing([30, 40]), [true, true]],
  ["whoever made it was removed meanwhile", inviting("viewer"), removing([30, 55]), [true, false]],
  ["whoever made it is removed later", inviting("viewer"), removing([70, 80]), [false, false]],
  [
    "its maker may give no such role",
    inviting("owner"),
    lowering("viewer", [30, 40]),
    [true, true],
  ],
  [
    "its maker may still give the role",
    inviting("viewer"),
    lowering("viewer", [30, 40]),
    [false, false],
  ],
] as const)(
  "when %s, an invitation may, or must, have ended: %s",
  ([, invited, change, expected]) => {
    expect(ends(invited, ...(change ? [change] : []))).toEqual(expected);
  },
);

test("an invitation that had ended lets nobody in, one that may have may be refused", () => {
  const gone = [created, inviting("owner"), removing([30, 40]), accepting];
  expect(accept.checkAcknowledged(accepting, after(...gone))).toContain(
    "let somebody in by an invitation that had ended",
  );
  expect(accept.refusals["code_invalid"]?.(accepting, after(...gone))).toBe(true);
  const open = [created, inviting("owner"), accepting];
  expect(accept.refusals["code_invalid"]?.(accepting, after(...open))).toBe(false);
});
