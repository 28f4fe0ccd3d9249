import type { Body } from "../harness/bodies.ts";
import { bearer, fromElsewhere, PASSWORD } from "../harness/people.ts";
import { hasScopes } from "../model/roles.ts";
import type { Fixture } from "./fixture.ts";
import { getAnswer, mayHaveHappened, type Call, type History } from "./history.ts";
import type { ApiRequest, Mending, OperationType, Predicate } from "./operation-type.ts";
import * as facts from "./people-facts.ts";
import type { TeamIntent } from "./people-facts.ts";
import { at, type IntentOf, type PeopleIntent } from "./plan.ts";

const CODE = /^ {4}(\d{6})$/m;
const TOKEN = /#token=(\S+)$/m;
// A repeat with the previous token gets the same successor for a while.
const STOLEN_GENERATIONS_AGO = 3;

/** Builds requests of a person, who comes from an address of their own. */
const byPerson =
  <I extends { person: number }>(
    method: ApiRequest["method"],
    toPath: (intent: I, fixture: Fixture) => string,
    toBody: (intent: I, fixture: Fixture) => unknown,
    toEnvironment?: (intent: I, fixture: Fixture) => string,
  ) =>
  (intent: I, fixture: Fixture): ApiRequest => ({
    method,
    path: toPath(intent, fixture),
    headers: {
      ...bearer(at(fixture.people, intent.person)),
      ...fromElsewhere(),
      ...(toEnvironment && { "x-game-id": toEnvironment(intent, fixture) }),
    },
    body: toBody(intent, fixture),
  });

/** Builds a request without a credential. */
const anonymous = (path: string, body: unknown): ApiRequest => ({
  method: "POST",
  path: `/auth/${path}`,
  headers: fromElsewhere(),
  body,
});

function getGame({ teams }: Fixture, team: number) {
  const { game } = at(teams, team);
  if (game === undefined) throw new Error("an operation needs a game that was never created");
  return game;
}

/** Returns the environment of a planned key. */
function getEnvironment({ team, key }: { team: number; key: number }, fixture: Fixture): string {
  return getGame(fixture, team).environments[at(fixture.keys, key).plan.mode].id;
}

function getGuest({ team, person }: IntentOf<"accept">, { teams }: Fixture) {
  const guest = at(teams, team).guests.get(person);
  if (guest === undefined) throw new Error("a person accepts without an invitation");
  return guest;
}

/** Waits until a person has an account. */
const verified = ({ people }: Fixture, person: number) => at(people, person).verified.promise;

/** Waits for the game, and for the person, who joins the game if invited. */
async function isInTeam({ team, person }: TeamIntent, fixture: Fixture): Promise<boolean> {
  const live = at(fixture.teams, team);
  const isThere = (await verified(fixture, person)) && (await live.created.promise);
  await live.guests.get(person)?.joined.promise;
  return isThere;
}

const knowsMember = async (intent: TeamIntent & { member: number }, fixture: Fixture) =>
  (await isInTeam(intent, fixture)) && (await verified(fixture, intent.member));

const knowsKey = async (intent: TeamIntent & { key: number }, fixture: Fixture) =>
  (await isInTeam(intent, fixture)) && (await at(fixture.keys, intent.key).made.promise);

/** Waits for a session and for its turn to use the refresh token. */
async function takeTurn({ session }: { session: number }, fixture: Fixture): Promise<boolean> {
  const live = at(fixture.sessions, session);
  const isOpen = await live.opened.promise;
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn = live.queue;
  live.queue = promise;
  await turn;
  live.endTurn = resolve;
  return isOpen;
}

const endTurn = ({ session }: { session: number }, { sessions }: Fixture): void =>
  at(sessions, session).endTurn();

/** Keeps the tokens of a session. */
function learnTokens({ session }: { session: number }, { sessions }: Fixture, answer?: Body): void {
  if (answer === undefined) return;
  const live = at(sessions, session);
  live.accessToken = answer.accessToken;
  live.refreshTokens.push(answer.refreshToken ?? "");
}

/** Keeps a key and its secret, which at most one answer contains. */
function learnKey({ keys }: Fixture, key: number, answers: readonly Body[]): void {
  const live = at(keys, key);
  const [answer] = answers;
  if (answer !== undefined) {
    live.id = answer.key.id;
    live.scopes = answer.key.scopes;
    live.secret = answers.find(({ secret }) => secret !== null)?.secret ?? undefined;
  }
  live.made.resolve(answer !== undefined);
}

const toldSecretTwice = ({ answers }: Call): boolean =>
  answers.filter(({ secret }) => secret !== null).length > 1;

/** Takes the newest token that was mailed for a game, or the next one if that was tried. */
async function readToken(intent: IntentOf<"accept">, fixture: Fixture): Promise<void> {
  const { email } = at(fixture.people, intent.person);
  const guest = getGuest(intent, fixture);
  const tokens = await fixture.readMails(email, TOKEN, at(fixture.teams, intent.team).name);
  guest.tokens = tokens.length;
  guest.token = tokens[(tokens.indexOf(guest.token) + 1) % tokens.length] ?? "";
}

/** Replaces an access token that expired, perhaps because of a wrong clock. */
const renewToken: Mending<TeamIntent> = {
  mend: ({ person }, fixture) => fixture.renew(at(fixture.people, person)),
  may: (_, history) => history.tokensMayExpire,
};

/** An operation that needs a role with a scope, on top of what it needs itself. */
function inTeam<I extends TeamIntent>(
  toScope: (intent: I) => string,
  type: OperationType<I>,
): OperationType<I> {
  const findLacking = (call: Call<I>, history: History) =>
    facts.findCallerRoles(call, history).filter((role) => !hasScopes(role, [toScope(call.intent)]));
  return {
    ready: isInTeam,
    mend: { token_invalid: renewToken },
    // Only a caller who still has the role gets as far as the first answer.
    repeats: (call, history) =>
      findLacking({ ...call, startedAt: Date.now(), endedAt: Infinity }, history).length === 0,
    ...type,
    wrong: {
      "let in a person without the role": (call, history) =>
        findLacking(call, history).length === facts.findCallerRoles(call, history).length,
      ...type.wrong,
    },
    refusals: {
      scope_missing: (call, history) => findLacking(call, history).some((role) => role !== null),
      game_not_found: (call, history) => facts.findCallerRoles(call, history).includes(null),
      ...type.refusals,
    },
  };
}
const managing = () => "members:write";
const keeping = () => "keys:write";

/** Builds the path of a member. */
const toMemberPath =
  (verb: string) =>
  ({ team, member }: IntentOf<"change-role" | "remove">, fixture: Fixture) =>
    `/game/${getGame(fixture, team).id}/members/${at(fixture.people, member).id}/${verb}`;

const mayBeNoMember: Predicate<IntentOf<"change-role" | "remove">> = (call, history) =>
  facts.findRolesDuring(call, history, call.intent.member).has(null);

/** Builds the path of a key. */
const toKeyPath =
  (verb: string) =>
  ({ key }: { key: number }, { keys }: Fixture) =>
    `/key/${at(keys, key).id}/${verb}`;

/** Whether a caller may have had the scopes of a key and these ones, or may have lacked one. */
function findKeyRoles(call: Call<IntentOf<"issue-key" | "roll-key">>, history: History) {
  const { scopes, plan } = at(history.fixture.keys, call.intent.key);
  const has = (role: Parameters<typeof hasScopes>[0]) => hasScopes(role, scopes, plan.mode);
  const roles = facts.findCallerRoles(call, history);
  return {
    mayHave: roles.some(has),
    mayLack: roles.some(
      (role) => role !== null && !(has(role) && hasScopes(role, ["keys:write"], plan.mode)),
    ),
  };
}

const isLeaving = ({ person, member }: IntentOf<"remove">): boolean => person === member;

/** The operations of people, by the kind of their intent. */
export const PEOPLE_OPERATIONS: {
  readonly [K in PeopleIntent["kind"]]: OperationType<IntentOf<K>>;
} = {
  "sign-up": {
    request: ({ person }, { people }) =>
      anonymous("sign-up", {
        name: `Person ${person}`,
        email: at(people, person).email,
        password: PASSWORD,
      }),
    learn: ({ person }, { people }, answers) =>
      at(people, person).signedUp.resolve(answers.length > 0),
    identity: ({ message }) => message,
  },
  verify: {
    async ready({ person }, { people, readMails }) {
      const live = at(people, person);
      if (!(await live.signedUp.promise)) return false;
      [live.code = ""] = await readMails(live.email, CODE);
      return true;
    },
    request({ person }, { people }) {
      const { email, code } = at(people, person);
      return anonymous("verify", { email, code });
    },
    learn({ person }, { people }, [answer]) {
      const live = at(people, person);
      if (answer !== undefined) {
        live.id = answer.user.id;
        live.accessToken = answer.accessToken;
      }
      live.verified.resolve(answer !== undefined);
    },
    // The first refresh token is never used, so that a repeat gets it again.
    identity: ({ user, refreshToken }) => [user.id, refreshToken],
  },
  "sign-in": {
    ready: ({ session }, fixture) => verified(fixture, at(fixture.sessions, session).plan.person),
    request({ session }, { people, sessions }) {
      const { email } = at(people, at(sessions, session).plan.person);
      return anonymous("sign-in", { email, password: PASSWORD });
    },
    learn(intent, fixture, [answer]) {
      learnTokens(intent, fixture, answer);
      at(fixture.sessions, intent.session).opened.resolve(answer !== undefined);
    },
    identity: ({ user, refreshToken }) => [user.id, refreshToken],
    // Its refresh token was used.
    repeats: () => false,
  },
  refresh: {
    ready: takeTurn,
    request: ({ session }, { sessions }) =>
      anonymous("refresh", { refreshToken: at(sessions, session).refreshTokens.at(-1) }),
    learn(intent, fixture, [answer]) {
      learnTokens(intent, fixture, answer);
      endTurn(intent, fixture);
    },
    // All requests with one token get the same successor.
    identity: ({ refreshToken }) => refreshToken,
    wrong: {
      "went on with a session that had ended": ({ intent, startedAt }, history) =>
        facts.certainlyEnded(history, intent.session, startedAt),
    },
    refusals: {
      session_ended: (call, history) =>
        facts.isRepeatedLate(call) ||
        facts.maybeEnded(history, call.intent.session, call.endedAt, call),
    },
    endsBetween: (call, history) =>
      facts.maybeEnded(history, call.intent.session, call.endedAt, call),
    // Its token is an old one by then, which would end the session.
    repeats: () => false,
  },
  steal: {
    async ready(intent, fixture) {
      const isOpen = await takeTurn(intent, fixture);
      const { refreshTokens } = at(fixture.sessions, intent.session);
      return isOpen && refreshTokens.length >= STOLEN_GENERATIONS_AGO;
    },
    request: ({ session }, { sessions }) =>
      anonymous("refresh", {
        refreshToken: at(sessions, session).refreshTokens.at(-STOLEN_GENERATIONS_AGO),
      }),
    learn: endTurn,
    identity: ({ refreshToken }) => refreshToken,
    wrong: { "exchanged a refresh token that was used long ago": () => true },
    refusals: { session_ended: () => true },
  },
  "sign-out": {
    ready: takeTurn,
    request: ({ session }, { sessions }) =>
      anonymous("sign-out", { refreshToken: at(sessions, session).refreshTokens.at(-1) }),
    learn: endTurn,
    identity: ({ message }) => message,
  },
  "read-user": {
    ready: ({ session }, { sessions }) => at(sessions, session).opened.promise,
    request: ({ session }, { sessions }) => ({
      method: "GET",
      path: "/user",
      headers: { ...bearer(at(sessions, session)), ...fromElsewhere() },
    }),
    identity: ({ user }) => user.id,
    wrong: {
      "answered another person's account": (call, { fixture: { people, sessions } }) =>
        getAnswer(call)?.user.id !== at(people, at(sessions, call.intent.session).plan.person).id,
      "let in by a session that had ended": ({ intent, startedAt }, history) =>
        facts.certainlyEnded(history, intent.session, startedAt - facts.CACHED_MS),
    },
    refusals: {
      token_invalid: (call, history) =>
        history.tokensMayExpire || facts.maybeEnded(history, call.intent.session, call.endedAt),
    },
    repeats: () => false,
  },
  "create-game": {
    ready: ({ person }, fixture) => verified(fixture, person),
    request: byPerson(
      "POST",
      () => "/game/create",
      ({ team }, { teams }) => ({ name: at(teams, team).name }),
    ),
    learn({ team }, { teams }, [answer]) {
      const live = at(teams, team);
      live.game = answer?.game;
      live.created.resolve(answer !== undefined);
    },
    // The clock of the test environment runs.
    identity: ({ game: { id, environments } }) => [id, environments.live.id, environments.test.id],
    mend: { token_invalid: renewToken },
  },
  invite: inTeam<IntentOf<"invite">>(managing, {
    request: byPerson(
      "POST",
      ({ team }, fixture) => `/game/${getGame(fixture, team).id}/members/invite`,
      ({ guest, role }, { people }) => ({ email: at(people, guest).email, role }),
    ),
    learn: ({ team, guest }, { teams }, answers) =>
      at(teams, team)
        .guests.get(guest)
        ?.invited.resolve(answers.length > 0),
    identity: ({ invitation }) => [invitation.id, invitation.role],
  }),
  accept: {
    async ready(intent, fixture) {
      if (!(await verified(fixture, intent.person))) return false;
      if (!(await getGuest(intent, fixture).invited.promise)) return false;
      await readToken(intent, fixture);
      return true;
    },
    request: byPerson(
      "POST",
      () => "/invitation/accept",
      (intent, fixture) => ({ token: getGuest(intent, fixture).token }),
    ),
    learn: (intent, fixture, answers) =>
      getGuest(intent, fixture).joined.resolve(answers.length > 0),
    identity: ({ game }) => [game.id, game.role],
    wrong: {
      "let a person into another game": (call, { fixture }) =>
        getAnswer(call)?.game.id !== at(fixture.teams, call.intent.team).game?.id,
      "let a person in by an invitation that had ended": facts.certainlyUninvited,
    },
    refusals: { code_invalid: facts.maybeUninvited },
    mend: {
      token_invalid: renewToken,
      // An interrupted invitation is mailed again with another token, and mails arrive in any order.
      code_invalid: {
        mend: readToken,
        may: (call, history) =>
          getGuest(call.intent, history.fixture).tokens > 1 || facts.maybeUninvited(call, history),
      },
    },
  },
  "change-role": inTeam<IntentOf<"change-role">>(managing, {
    ready: knowsMember,
    request: byPerson<IntentOf<"change-role">>("PATCH", toMemberPath("update"), ({ role }) => ({
      role,
    })),
    identity: ({ member }) => [member.userId, member.role],
    wrong: {
      "left a game without an owner": (call, history) =>
        call.intent.role !== "owner" && facts.certainlyLastOwner(call, history),
    },
    refusals: {
      member_not_found: mayBeNoMember,
      last_owner: (call, history) =>
        call.intent.role !== "owner" && facts.maybeLastOwner(call, history),
    },
  }),
  // Everyone can remove themselves.
  remove: inTeam<IntentOf<"remove">>((intent) => (isLeaving(intent) ? "read" : managing()), {
    ready: knowsMember,
    request: byPerson("PATCH", toMemberPath("remove"), () => ({})),
    identity: ({ member }) => member.userId,
    wrong: {
      "left a game without an owner": facts.certainlyLastOwner,
    },
    refusals: {
      // A person who left by an attempt without an answer is a stranger afterwards.
      game_not_found: (call, history) =>
        facts.findCallerRoles(call, history).includes(null) ||
        (isLeaving(call.intent) && call.unanswered > 0),
      member_not_found: mayBeNoMember,
      last_owner: facts.maybeLastOwner,
    },
  }),
  "issue-key": inTeam<IntentOf<"issue-key">>(keeping, {
    request: byPerson<IntentOf<"issue-key">>(
      "POST",
      () => "/key/create",
      ({ key }, { keys }) => ({ name: at(keys, key).name }),
      getEnvironment,
    ),
    learn: ({ key }, fixture, answers) => learnKey(fixture, key, answers),
    identity: ({ key }) => [key.id, key.hint, key.scopes],
    wrong: {
      "gave a key more than its issuer has": (call, history) =>
        !findKeyRoles(call, history).mayHave,
      "told a secret twice": toldSecretTwice,
    },
  }),
  "roll-key": inTeam<IntentOf<"roll-key">>(keeping, {
    ready: knowsKey,
    request: byPerson<IntentOf<"roll-key">>(
      "POST",
      toKeyPath("roll"),
      ({ graceSeconds }) => ({ graceSeconds }),
      getEnvironment,
    ),
    learn: ({ successor }, fixture, answers) => learnKey(fixture, successor, answers),
    identity: ({ key, previous }) => [key.id, key.hint, key.scopes, previous.id],
    wrong: {
      "rolled a key that had ended": facts.certainlyKeyEnded,
      "told a secret twice": toldSecretTwice,
    },
    refusals: {
      // The successor has all scopes of the key.
      scope_missing: (call, history) => findKeyRoles(call, history).mayLack,
      api_key_ended: facts.maybeKeyEnded,
      api_key_rolling: (call, history) =>
        facts
          .findRolls(history, call.intent.key)
          .some(
            (other) => other !== call && mayHaveHappened(other) && other.startedAt <= call.endedAt,
          ),
    },
  }),
  "revoke-key": inTeam<IntentOf<"revoke-key">>(keeping, {
    ready: knowsKey,
    request: byPerson<IntentOf<"revoke-key">>(
      "PATCH",
      toKeyPath("revoke"),
      () => ({}),
      getEnvironment,
    ),
    identity: ({ key }) => [key.id, key.state],
    wrong: {
      "left a key active": (call) => getAnswer(call)?.key.state !== "revoked",
    },
  }),
  "use-key": {
    async ready({ key }, { keys }) {
      const live = at(keys, key);
      return (await live.made.promise) && live.secret !== undefined;
    },
    request: ({ key }, { keys }) => ({
      method: "POST",
      path: "/gamer/create",
      headers: { "x-api-key": at(keys, key).secret ?? "" },
      body: { handle: `gamer of ${at(keys, key).name}` },
    }),
    identity: ({ gamer }) => gamer.id,
    wrong: {
      "let in by a key that was revoked": (call, history) =>
        call.startedAt > facts.getRefusedFrom(history, call.intent.key),
    },
    refusals: { api_key_invalid: facts.maybeKeyEnded },
    repeats: (call, history) => !facts.maybeKeyEnded({ ...call, endedAt: Infinity }, history),
  },
};
