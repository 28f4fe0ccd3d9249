import type { Tournament } from "../../api/types.ts";

/** Where a tournament is in its life. */
export type Status = Tournament["status"];

interface StatusLook {
  label: string;
  color: string;
}

/** How each status is called and coloured, in the order of a tournament's life. */
export const STATUSES: Readonly<Record<Status, StatusLook>> = {
  pending: { label: "Pending", color: "gray" },
  published: { label: "Published", color: "teal" },
  settling: { label: "Settling", color: "orange" },
  completed: { label: "Completed", color: "indigo" },
  cancelled: { label: "Cancelled", color: "red" },
};

export const isStatus = (text: string | undefined): text is Status =>
  text !== undefined && Object.hasOwn(STATUSES, text);

/** Whether nothing about a tournament changes any more. */
export const isFinal = (status: Status): boolean =>
  status === "completed" || status === "cancelled";
