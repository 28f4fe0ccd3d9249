import { at, type Fixture } from "../../fixture.ts";
import type { LiveGuest } from "../../people/fixture.ts";
import { hadEnded, mayHaveEnded } from "../../model/invitations.ts";
import type { IntentOf } from "../../plan.ts";
import type { Behaviour, Mending } from "../behaviour.ts";
import { asPerson, newToken, verified } from "./acting.ts";

type Accept = IntentOf<"accept">;

const TOKEN = /#token=(\S+)$/m;

const guestOf = ({ team, person }: Accept, { people }: Fixture): LiveGuest => {
  const guest = at(people.teams, team).guests.get(person);
  if (guest === undefined) throw new Error("somebody accepts who was never invited");
  return guest;
};

/** Takes the newest token mailed for this game, or another one when that was tried. */
async function readToken(intent: Accept, fixture: Fixture): Promise<void> {
  const { people } = fixture;
  const { email } = at(people.people, intent.person);
  const guest = guestOf(intent, fixture);
  const tokens = await people.mailed(email, TOKEN, at(people.teams, intent.team).name);
  guest.tokens = tokens.length;
  guest.token = tokens[(tokens.indexOf(guest.token) + 1) % tokens.length] ?? "";
}

/**
 * An invitation that was interrupted is mailed again with another token, and one of them works: mails
 * may arrive in any order.
 */
const anotherMail: Mending<Accept> = {
  code: "code_invalid",
  by: readToken,
  may: (call, { history }) =>
    guestOf(call.intent, history.fixture).tokens > 1 || mayHaveEnded(history, call),
};

export const accept: Behaviour<Accept> = {
  async ready(intent, fixture) {
    if (!(await verified(fixture.people, intent.person))) return false;
    if (!(await guestOf(intent, fixture).invited.promise)) return false;
    await readToken(intent, fixture);
    return true;
  },
  request: (intent, fixture) => ({
    method: "POST",
    path: "/invitation/accept",
    headers: asPerson(fixture, intent.person),
    body: { token: guestOf(intent, fixture).token },
  }),
  identity: ({ game }) => [game.id, game.role],
  checkAcknowledged(call, { history }) {
    const { intent, outcome } = call;
    const { id } = at(history.fixture.people.teams, intent.team).game ?? {};
    const isElsewhere = outcome.kind === "acknowledged" && outcome.body.game.id !== id;
    return [
      ...(isElsewhere ? ["let somebody into another game"] : []),
      ...(hadEnded(history, call) ? ["let somebody in by an invitation that had ended"] : []),
    ];
  },
  refusals: { code_invalid: (call, { history }) => mayHaveEnded(history, call) },
  learn: (intent, fixture, answers) => guestOf(intent, fixture).joined.resolve(answers.length > 0),
  mend: [newToken, anotherMail],
};
