import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import { fromElsewhere, PASSWORD } from "../../harness/people.ts";
import type { Body } from "../../harness/bodies.ts";
import type { ChaosSystem } from "../system.ts";
import { createTurns, type Turns } from "./turns.ts";
import type { KeyPlan, PeoplePlan, SessionPlan, TeamPlan } from "./plan.ts";

/** A planned person, as they come to be. */
export interface LivePerson {
  email: string;
  id: string | undefined;
  code: string;
  /** What they act with, but for the operations of their further sessions. */
  accessToken: string;
  /** How often they had to sign in again because their token was refused. */
  renewals: number;
  signedUp: PromiseWithResolvers<boolean>;
  verified: PromiseWithResolvers<boolean>;
}

/** A planned sign-in, with every refresh token that it was given, the newest last. */
export interface LiveSession {
  plan: SessionPlan;
  accessToken: string;
  refreshTokens: string[];
  opened: PromiseWithResolvers<boolean>;
  /** Its refresh tokens are used one after the other, as a client does. */
  turns: Turns;
}

/** A planned game of people. */
export interface LiveTeam {
  plan: TeamPlan;
  name: string;
  /** Undefined until it was created. */
  game: Pick<Body["game"], "id" | "environments"> | undefined;
  created: PromiseWithResolvers<boolean>;
  /** Of each who is invited, by their index in the plan. */
  guests: ReadonlyMap<number, LiveGuest>;
}

/** Somebody who is invited to a game. */
export interface LiveGuest {
  token: string;
  /** How many of them were mailed. */
  tokens: number;
  invited: PromiseWithResolvers<boolean>;
  /** Turns true with the acceptance, false when there is none. */
  joined: PromiseWithResolvers<boolean>;
}

/** A planned key; nobody knows its secret when the answer that held it was lost. */
export interface LiveKey {
  plan: KeyPlan;
  name: string;
  id: string | undefined;
  secret: string | undefined;
  scopes: readonly string[];
  made: PromiseWithResolvers<boolean>;
}

/** Everybody who signs in, and what they have. */
export interface LivePeople {
  people: readonly LivePerson[];
  sessions: readonly LiveSession[];
  teams: readonly LiveTeam[];
  keys: readonly LiveKey[];
  /** Signs a person in anew, whose token is refused; the next attempt shows whether it helped. */
  renew(person: LivePerson): Promise<void>;
  /**
   * The texts of this form in mails to this address that name this, the newest first, once there is
   * one.
   */
  mailed(email: string, form: RegExp, about?: string): Promise<readonly string[]>;
}

const MAIL_PATIENCE_MS = 120_000;
const RENEWAL_PATIENCE_MS = 3_000;
const promised = () => Promise.withResolvers<boolean>();

/** Nobody yet: people sign up while the seed is played. */
export function makePeople(
  system: Pick<ChaosSystem, "admin" | "baseUrl">,
  plan: PeoplePlan,
  guests: readonly { team: number; guest: number }[],
): LivePeople {
  const label = newId();
  return {
    people: Array.from({ length: plan.people }, (_, index) => ({
      email: `person-${index}-${label}@example.com`,
      id: undefined,
      code: "",
      accessToken: "",
      renewals: 0,
      signedUp: promised(),
      verified: promised(),
    })),
    sessions: plan.sessions.map((session) => ({
      plan: session,
      accessToken: "",
      refreshTokens: [],
      opened: promised(),
      turns: createTurns(),
    })),
    teams: plan.teams.map((team, index) => ({
      plan: team,
      name: `Team ${index} of ${label}`,
      game: undefined,
      created: promised(),
      guests: new Map(
        guests
          .filter((invitation) => invitation.team === index)
          .map(({ guest }) => [
            guest,
            { token: "", tokens: 0, invited: promised(), joined: promised() },
          ]),
      ),
    })),
    keys: plan.keys.map((key, index) => ({
      plan: key,
      name: `Key ${index}`,
      id: undefined,
      secret: undefined,
      scopes: [],
      made: promised(),
    })),
    renew: (person) => renew(system.baseUrl, person),
    mailed: (email, form, about = "") =>
      until(() => findMailed(system, { email, form, about }), {
        timeoutMs: MAIL_PATIENCE_MS,
        everyMs: 150,
        what: `a mail to ${email}`,
      }),
  };
}

async function renew(baseUrl: string, person: LivePerson): Promise<void> {
  person.renewals++;
  try {
    const response = await fetch(`${baseUrl}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", ...fromElsewhere() },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
      signal: AbortSignal.timeout(RENEWAL_PATIENCE_MS),
    });
    if (response.ok) person.accessToken = ((await response.json()) as Body).accessToken;
  } catch {
    // Whatever is broken shows in the next attempt.
  }
}

// Past all edges: people read their mails elsewhere.
async function findMailed(
  { admin }: Pick<ChaosSystem, "admin">,
  { email, form, about }: { email: string; form: RegExp; about: string },
) {
  const bodies = await admin(async (client) => {
    const { rows } = await client.query<{ body: string }>(
      `SELECT body FROM identity.mail WHERE recipient = $1 AND position($2 IN body) > 0
       ORDER BY created_at DESC, id DESC`,
      [email, about],
    );
    return rows.map(({ body }) => body);
  });
  const texts = bodies.flatMap((body) => form.exec(body)?.[1] ?? []);
  return texts.length > 0 ? texts : null;
}
