import { ScalarType, type DescField, type DescMessage, type DescMethod } from "@bufbuild/protobuf";
import { isPermitted } from "@tms/kit/callers/product";
import { toRemoteError } from "@tms/kit/errors/status";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { Fixture } from "../fixture.ts";
import { idOf } from "../harness/tournament.ts";
import { callRpc, type Content } from "../rpcs.ts";
import { assertPublic } from "./check.ts";
import { lastOf } from "./target.ts";
import { mostly, oddId, oddText } from "./values.ts";

/** Calls an RPC. Throws if the service fails, or if its refusal contains internal text. */
export async function tryRpc(client: object, method: DescMethod, content: Content): Promise<void> {
  await callRpc(client, method, content).catch((failure: unknown) => {
    const { reason, message, fields, about } = toRemoteError(failure);
    assertPublic(`${message} ${JSON.stringify([fields, about])}`);
    assert(!/^(INTERNAL|UNAVAILABLE|DEADLINE_EXCEEDED)$/.test(reason), `${reason}: ${message}`);
  });
}

/** Generates requests of an RPC. */
export function rpcRequests(method: DescMethod, fixture: Fixture): fc.Arbitrary<Content> {
  const requests = contents(method.input, fixture);
  return isTrusted(method) ? requests.map(toRefused) : requests;
}

/**
 * Reports whether services trust the callers of an RPC to be right about a tournament, so that a
 * valid request of the campaign would do real damage.
 */
const isTrusted = (method: DescMethod): boolean =>
  method.name === "BatchTransfer" ||
  (!isPermitted("gateway", method) &&
    !/^(Batch)?(Get|List|Read|Preview|Check|Count)/.test(method.name));

/** Returns a request that the service refuses as a whole, because of its ids or an empty item. */
const toRefused = (content: Content): Content => ({
  ...Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, isBatch(value) ? [{}, ...value] : value]),
  ),
  requestId: "none",
  gameId: "none",
  ref: {},
});

const isBatch = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && typeof value[0] === "object";

const MAX_DEPTH = 3;

/** Generates contents of a message. Most of its fields are present, and most of them fit. */
function contents(type: DescMessage, fixture: Fixture, depth = 0): fc.Arbitrary<Content> {
  if (depth > MAX_DEPTH) return fc.constant({});
  const members = type.members.map((member) => {
    const present =
      member.kind === "field"
        ? fieldValues(member, fixture, depth)
        : fc.oneof(
            ...member.fields.map((field) =>
              fieldValues(field, fixture, depth).map((value) => ({ case: field.localName, value })),
            ),
          );
    return [member.localName, mostly(present, fc.constant(undefined))] as const;
  });
  return fc.record(Object.fromEntries(members));
}

function fieldValues(field: DescField, fixture: Fixture, depth: number): fc.Arbitrary<unknown> {
  if (field.fieldKind !== "list") return itemValues(field, fixture, depth);
  const items = itemValues(field, fixture, depth);
  return mostly(fc.array(items, { maxLength: 4 }), items.chain(longLists));
}

function itemValues(field: DescField, fixture: Fixture, depth: number): fc.Arbitrary<unknown> {
  // Services trust their callers to know that the game of the campaign is live.
  if (field.name === "test") return fc.constant(false);
  if (field.message) return contents(field.message, fixture, depth + 1);
  if (field.enum) {
    const [unspecified = 0, ...numbers] = field.enum.values.map(({ number }) => number);
    return mostly(fc.constantFrom(...numbers), fc.constantFrom(unspecified, 99, -1));
  }
  const [usual, odd] = BY_SCALAR[field.scalar ?? ScalarType.STRING] ?? [fc.constant(0)];
  const named = /(^|_)(ids?|by)$/.test(field.name) ? fc.uuid() : usual;
  return mostly(byName(fixture)[field.name] ?? named, odd ?? usual);
}

// A service reads messages of up to 4 MiB.
const MAX_LIST_LENGTH = 4 * 1024 * 1024;

function longLists<T>(item: T): fc.Arbitrary<T[]> {
  const fit = [101, 1_001].filter((count) => count * fc.stringify(item).length < MAX_LIST_LENGTH);
  return fc.constantFrom(1, ...fit).map((count) => Array<T>(count).fill(item));
}

/** Usual and odd values by type. */
const BY_SCALAR: Record<number, [usual: fc.Arbitrary<unknown>, odd?: fc.Arbitrary<unknown>]> = {
  [ScalarType.STRING]: [
    fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: 20 })),
    fc.oneof(oddId, oddText),
  ],
  [ScalarType.BYTES]: [fc.uint8Array({ maxLength: 64 })],
  [ScalarType.BOOL]: [fc.boolean()],
  [ScalarType.INT32]: [
    fc.constantFrom(1, 50),
    fc.constantFrom(0, -1, 1_001, 2 ** 31 - 1, -(2 ** 31)),
  ],
  [ScalarType.INT64]: [
    fc.constantFrom(1n, 100n),
    fc.constantFrom(0n, -1n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)),
  ],
};

/** Values that fit a field of a name. */
const byName = ({ api, paths, rich, webhook }: Fixture): Record<string, fc.Arbitrary<unknown>> => ({
  request_id: fc.uuid(),
  game_id: fc.constant(api.gameId),
  tournament_id: fc.constantFrom(idOf(paths.toJoin), idOf(paths.toScore)),
  handle: fc.constantFrom("rich", "ada", "cyd"),
  gamer_id: fc.constant(rich.gamerId),
  transfer_id: fc.constant(rich.transferId),
  account_id: fc.constant(rich.accountId),
  endpoint_id: fc.constant(lastOf(webhook.path)),
  event_id: fc.constant(lastOf(webhook.delivery)),
  currency: fc.constant("USD"),
  page_token: fc.constant(""),
  code: fc.constantFrom("EUR", "123456"),
  email: fc.constant("ada@example.com"),
  address: fc.constant("192.0.2.1"),
});
