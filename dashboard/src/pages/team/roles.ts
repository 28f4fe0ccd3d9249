/** What a member may do, the most first. */
export const ROLES = [
  { value: "owner", label: "Owner" },
  { value: "developer", label: "Developer" },
  { value: "viewer", label: "Viewer" },
] as const;

export type Role = (typeof ROLES)[number]["value"];

export const isRole = (text: string | null): text is Role =>
  ROLES.some(({ value }) => value === text);

/** Whether a role may do less than another. */
export const isLess = (role: Role, other: Role): boolean => levelOf(role) > levelOf(other);

const levelOf = (role: Role): number => ROLES.findIndex(({ value }) => value === role);

/** What each role does, in words that follow "you". */
export const MAY: Readonly<Record<Role, string>> = {
  owner: "can do everything",
  developer:
    "can manage tournaments, keys and webhooks, but can move money only in the test environment",
  viewer: "can read everything and change nothing",
};
