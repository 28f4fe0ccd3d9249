import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { createGame, type GameAccess } from "@tms/stack/system/demo-game";
import { until } from "@tms/stack/until";
import type { Body } from "../harness/bodies.ts";
import { signIn } from "../harness/people.ts";
import { at, type GamePlan, type Intent, type Plan, type TournamentPlan } from "./plan.ts";
import type { ChaosSystem } from "./system.ts";

const MAIL_PATIENCE_MS = 120_000;

export type Fixture = ReturnType<typeof createFixture>;
export type LivePerson = ReturnType<typeof createPerson>;

/** A planned game that exists. */
export interface LiveGame {
  plan: GamePlan;
  access: GameAccess;
}

const promised = () => Promise.withResolvers<boolean>();
const unknown = (): string | undefined => undefined;

const createTournament = (plan: TournamentPlan, game: LiveGame, endsAt: number) => ({
  plan,
  game,
  endsAt,
  /** Known once the creation was acknowledged. */
  id: unknown(),
  created: promised(),
  published: promised(),
  /** The attempts that answers named so far. */
  attempts: new Set<string>(),
  /** The attempts of each review, so that its repeats name the same. */
  reviewed: new Map<Intent, readonly string[]>(),
});

const createPerson = (email: string) => ({
  email,
  id: unknown(),
  code: "",
  /** The access token of the first session. */
  accessToken: "",
  /** The number of sign-ins after the token was refused. */
  renewals: 0,
  signedUp: promised(),
  verified: promised(),
});

/** A further sign-in of a person. */
const createSession = (plan: { person: number }) => ({
  plan,
  accessToken: "",
  /** All refresh tokens, the newest last. */
  refreshTokens: new Array<string>(),
  opened: promised(),
  /** Resolves when the operations so far have ended: a client uses one refresh token at a time. */
  queue: Promise.resolve(),
  endTurn: () => {},
});

/** An invitation of a person to a game; `tokens` of them were mailed. */
const createGuest = () => ({ token: "", tokens: 0, invited: promised(), joined: promised() });

/** Creates the games of a plan, before any fault. */
export async function makeFixture(system: ChaosSystem, plan: Plan): Promise<Fixture> {
  const place = { urls: { game: system.urlOf("game") }, token: system.token };
  const games: LiveGame[] = [];
  for (const [index, game] of plan.games.entries()) {
    const access = await createGame(place, `Seed ${plan.seed}, game ${index}`, {
      platformFeeBps: game.platformFeeBps,
      payer: game.payer === "wallet" ? Payer.WALLET : Payer.GAME,
      currency: { code: game.exponent === 0 ? "GEMS" : "USD", exponent: game.exponent },
      ...(game.creditLimitMinor !== null && { creditLimitMinorUnits: game.creditLimitMinor }),
    });
    games.push({ plan: game, access });
  }
  return createFixture(system, plan, games, Date.now());
}

/** The games, tournaments and people of a plan while it is played. */
export function createFixture(
  { baseUrl, admin }: Pick<ChaosSystem, "baseUrl" | "admin">,
  plan: Pick<Plan, "tournaments" | "people" | "operations">,
  games: readonly LiveGame[],
  beganAt: number,
) {
  const label = newId();
  const { people } = plan;
  const intents = plan.operations.map(({ intent }) => intent);
  const tournaments = plan.tournaments.map((one, index) => {
    const live = createTournament(one, at(games, one.game), beganAt + one.endsAfterMs);
    const isPublish = (intent: Intent) => intent.kind === "publish" && intent.tournament === index;
    if (!intents.some(isPublish)) live.published.resolve(false);
    return live;
  });
  return {
    games,
    tournaments,
    beganAt,
    people: Array.from({ length: people.people }, (_, index) =>
      createPerson(`person-${index}-${label}@example.com`),
    ),
    sessions: people.sessions.map(createSession),
    teams: people.teams.map((_, index) => ({
      name: `Team ${index} of ${label}`,
      game: undefined as Pick<Body["game"], "id" | "environments"> | undefined,
      created: promised(),
      /** By the index of the invited person. */
      guests: new Map(
        intents.flatMap((intent) =>
          intent.kind === "invite" && intent.team === index ? [[intent.guest, createGuest()]] : [],
        ),
      ),
    })),
    keys: people.keys.map((key, index) => ({
      plan: key,
      name: `Key ${index}`,
      id: unknown(),
      /** Unknown if the answer with the secret was lost. */
      secret: unknown(),
      scopes: new Array<string>(),
      made: promised(),
    })),
    /** Signs a person in again after the token was refused. */
    async renew(person: LivePerson) {
      person.renewals++;
      // The next attempt shows whether the sign-in succeeded.
      const tokens = await signIn(baseUrl, person).catch(() => undefined);
      person.accessToken = tokens?.accessToken ?? person.accessToken;
    },
    /**
     * Waits for mails to an address that contain `about`. Returns the strings that match `form`, the newest
     * first.
     */
    readMails: (email: string, form: RegExp, about = "") =>
      until(
        async () => {
          // Reads the database directly: no fault is between people and their mails.
          const { rows } = await admin((client) =>
            client.query<{ body: string }>(
              `SELECT body FROM identity.mail WHERE recipient = $1 AND position($2 IN body) > 0
               ORDER BY created_at DESC, id DESC`,
              [email, about],
            ),
          );
          const texts = rows.flatMap(({ body }) => form.exec(body)?.[1] ?? []);
          return texts.length > 0 ? texts : null;
        },
        { timeoutMs: MAIL_PATIENCE_MS, everyMs: 150, what: `a mail to ${email}` },
      ),
  };
}
