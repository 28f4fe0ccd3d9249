/** What a member may do, the most first. */
export const ROLES = [
  { value: "owner", label: "Owner" },
  { value: "developer", label: "Developer" },
  { value: "viewer", label: "Viewer" },
] as const;

export type Role = (typeof ROLES)[number]["value"];

export const isRole = (text: string | null): text is Role =>
  ROLES.some(({ value }) => value === text);
