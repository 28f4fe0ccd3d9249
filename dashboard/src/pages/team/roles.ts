/** Roles with the most rights first. */
export const ROLES = [
  { value: "owner", label: "Owner" },
  { value: "developer", label: "Developer" },
  { value: "viewer", label: "Viewer" },
] as const;

export type Role = (typeof ROLES)[number]["value"];

export const isRole = (text: string | null): text is Role =>
  ROLES.some(({ value }) => value === text);

export const isLess = (role: Role, other: Role): boolean => levelOf(role) > levelOf(other);

const levelOf = (role: Role): number => ROLES.findIndex(({ value }) => value === role);

/** The rights of each role, as words that follow "you". */
export const MAY: Readonly<Record<Role, string>> = {
  owner: "can do everything",
  developer:
    "can manage tournaments, keys and webhooks, but can move money only in the test environment",
  viewer: "can read everything and change nothing",
};
