import type { FieldFault } from "@tms/kit/errors/domain-error";
import type { Fault } from "./problem-error.ts";

/** The parts of a request in which a service's field may lie. */
export interface RequestParts {
  body?: unknown;
  params?: unknown;
}

// Names in the REST API of fields that services name otherwise.
const NAMES: Readonly<Record<string, string>> = {
  entry_fee_minor_units: "entryFee",
  registration_close_time: "registrationClosesAt",
  final_ranks: "ranks",
  handles: "gamers",
  score_ids: "scores",
  handle: "gamer",
  expire_time: "expiresAt",
  platform_fee_bps: "platformFeePercent",
  credit_limit_minor_units: "creditLimit",
  handle_prefix: "handle",
  game_id: "game",
  page_token: "cursor",
  page_size: "limit",
  after_sequence: "after",
};
// Messages that exist only between services.
const WRAPPERS = new Set(["terms", "patch", "minor_units", "next", "expiry", "ranges"]);
// What is asked for alone is an item of a batch between services.
const SOLE_ITEM = /^transfers\[0\]\./;
const IN_QUERY = new Set([
  "cursor",
  "limit",
  "status",
  "endsAfter",
  "endsBefore",
  "handle",
  "around",
  "after",
]);
const IN_PATH = new Set(["tournamentId"]);

/** Translates a service's faults of fields to faults of the request. */
export const faultsOf = (fields: readonly FieldFault[], parts: RequestParts): Fault[] =>
  fields.map(({ field, description }) => ({
    pointer: pointerOf(field, parts),
    detail: description.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, restName),
  }));

function pointerOf(field: string, parts: RequestParts): string {
  const path = field
    .replace(SOLE_ITEM, "")
    .split(/[.[\]]+/)
    .filter((part) => part !== "" && !WRAPPERS.has(part))
    .map(restName);
  const [first = ""] = path;
  if (first === "gamers" && has(parts.body, "gamer")) return "/gamer";
  if (first === "gamer" && has(parts.params, "handle")) return "/path/handle";
  if (first === "gamer" && has(parts.body, "handle")) return "/handle";
  if (IN_QUERY.has(first)) return `/query/${first}`;
  if (IN_PATH.has(first)) return `/path/${first}`;
  return path.map((part) => `/${part}`).join("");
}

const restName = (name: string): string =>
  NAMES[name] ?? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const has = (value: unknown, key: string): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key);
