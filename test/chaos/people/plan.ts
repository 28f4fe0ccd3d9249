/** What a person may be in a game. */
export type RoleWord = "owner" | "developer" | "viewer";

/** A further sign-in of a person, beside the one that everything else of theirs is done by. */
export interface SessionPlan {
  person: number;
}

/** A game that a person creates, with others beside them. */
export interface TeamPlan {
  owner: number;
}

/** An API key, issued by a person or made when another is rolled. */
export interface KeyPlan {
  team: number;
  mode: "live" | "test";
}

/** Everybody who signs in, and what they have, by their index. */
export interface PeoplePlan {
  people: number;
  sessions: readonly SessionPlan[];
  teams: readonly TeamPlan[];
  keys: readonly KeyPlan[];
}

/** One wish of a person: of their own, of one of their sessions, or in one of their games. */
export type PeopleIntent =
  | { kind: "sign-up"; person: number }
  | { kind: "verify"; person: number }
  | { kind: "sign-in"; session: number }
  | { kind: "refresh"; session: number }
  /** Somebody shows a refresh token that was used long ago. */
  | { kind: "steal"; session: number }
  | { kind: "sign-out"; session: number }
  | { kind: "read-user"; session: number }
  | { kind: "create-game"; team: number; person: number }
  | { kind: "invite"; team: number; person: number; guest: number; role: RoleWord }
  | { kind: "accept"; team: number; person: number }
  | { kind: "change-role"; team: number; person: number; member: number; role: RoleWord }
  | { kind: "remove"; team: number; person: number; member: number }
  | { kind: "issue-key"; team: number; person: number; key: number }
  | {
      kind: "roll-key";
      team: number;
      person: number;
      key: number;
      successor: number;
      graceSeconds: 0 | 3_600;
    }
  | { kind: "revoke-key"; team: number; person: number; key: number }
  | { kind: "use-key"; key: number };
