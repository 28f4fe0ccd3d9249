import {
  create,
  ScalarType,
  toJsonString,
  type DescField,
  type DescMessage,
  type DescService,
  type Message,
} from "@bufbuild/protobuf";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { findInvalidFields } from "@tms/kit/rpc/rpcs";
import { clientOver } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { everythingOf, makeFixture, withNewIds } from "../fixture.ts";
import { BELIEVED, callRpc, IN_GAMES, requestOf, RPC_NAMES, type Content } from "../rpcs.ts";
import { RPCS, type Rpc } from "../services.ts";
import { startGateway } from "../world/gateway.ts";
import { expect, test as base } from "../world/test.ts";
import { startWorld, type World } from "../world/world.ts";

const test = base
  // A world of its own, because the orders of this file would disturb the settlements of others.
  .extend("own", { scope: "file" }, async ({}, { onCleanup }) => {
    const own = await startWorld({ background: true });
    onCleanup(() => own.close());
    return { ...own, gateway: await startGateway(own) };
  })
  .extend("theirs", { scope: "file" }, ({ own }) =>
    makeFixture({ gatewayUrl: own.gateway.url, clients: own.clients }),
  )
  .extend("call", { scope: "file" }, ({ own }) => {
    const clients = new Map<DescService, object>();
    return async ({ service, method }: Rpc, request: Content) => {
      const client = clients.get(service) ?? clientOver(service, own.transport);
      clients.set(service, client);
      return await callRpc(client, method, request);
    };
  });

/** Returns the reason and the sentence of a refusal, or the response, without ids. */
async function outcomeOf(answer: Promise<unknown>): Promise<string> {
  const outcome = await answer.catch((error: unknown) => {
    if (error instanceof RemoteError) return `${error.reason}: ${error.message}`;
    throw error;
  });
  return JSON.stringify(outcome, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value,
  ).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
}

const hasField = ({ method }: Rpc, name: string) =>
  method.input.fields.some((field) => field.name === name);

test("has a request for every RPC", () => {
  expect(RPC_NAMES.toSorted()).toEqual(RPCS.map(({ method }) => method.name).toSorted());
});

test("finds and changes nothing of another game", async ({ theirs, call }) => {
  const before = await everythingOf(theirs);
  const api = { ...theirs.api, gameId: newId() };
  const nobodys = { ...withNewIds(theirs), api };
  for (const rpc of RPCS.filter(({ method }) => method.name in IN_GAMES)) {
    const { name } = rpc.method;
    const foreign = await outcomeOf(call(rpc, requestOf(rpc.method, { ...theirs, api })));
    const unknown = await outcomeOf(call(rpc, requestOf(rpc.method, nobodys)));
    expect(`${name}: ${foreign}`).toBe(`${name}: ${unknown}`);
    // The request is refused or empty because of its game, not because of its form.
    expect(foreign).not.toContain("INVALID_ARGUMENT");
  }
  expect(await everythingOf(theirs)).toEqual(before);
});

test("refuses an order about a tournament of another game", async ({ theirs, call }) => {
  const before = await everythingOf(theirs);
  const elsewhere = { ...theirs, api: { ...theirs.api, gameId: newId() } };
  for (const rpc of RPCS.filter(({ method }) => method.name in BELIEVED)) {
    const outcome = await outcomeOf(call(rpc, requestOf(rpc.method, elsewhere)));
    expect([rpc.method.name, outcome]).toEqual([
      rpc.method.name,
      expect.stringMatching(/NOT_FOUND/),
    ]);
  }
  expect(await everythingOf(theirs)).toEqual(before);
});

test("refuses a page token of another list", async ({ theirs, call }) => {
  const lists = RPCS.filter((rpc) => hasField(rpc, "page_token"));
  const tokens = new Map<string, string>([["none", "x"]]);
  for (const rpc of lists) {
    const answer = await call(rpc, { ...requestOf(rpc.method, theirs), pageSize: 1 });
    const { nextPageToken } = answer as { nextPageToken?: string };
    if (nextPageToken) tokens.set(rpc.method.name, nextPageToken);
  }
  expect(tokens.size).toBeGreaterThan(5);
  for (const rpc of lists)
    for (const [list, pageToken] of tokens) {
      if (list === rpc.method.name) continue;
      const request = { ...requestOf(rpc.method, theirs), pageSize: 1, pageToken };
      const about = `${rpc.method.name} with a token of ${list}: `;
      const outcome = about + (await outcomeOf(call(rpc, request)));
      expect(outcome).toContain(`${about}"INVALID_PAGE_TOKEN`);
    }
});

const LONG = 100_001;
/** Values that most rules of a type refuse. */
const WRONG: Readonly<Record<number, readonly unknown[]>> = {
  [ScalarType.STRING]: ["", "none", "\0", "x".repeat(LONG)],
  [ScalarType.BYTES]: [new Uint8Array(), new Uint8Array(LONG)],
  [ScalarType.INT32]: [-1, 2 ** 31 - 1],
  [ScalarType.INT64]: [-1n, 2n ** 62n],
};

function wrongValues(field: DescField, value: unknown): readonly unknown[] {
  const { fieldKind } = field;
  if (fieldKind === "map") return [];
  const items = field.enum
    ? [99]
    : (WRONG[fieldKind === "message" ? 0 : (field.scalar ?? 0)] ?? [undefined]);
  if (fieldKind !== "list") return items;
  const [item = items[0]] = Array.isArray(value) ? (value as unknown[]) : [];
  const lists = items.flatMap((one) => (one === undefined ? [] : [[one]]));
  return [[], ...(item === undefined ? [] : [Array(1_025).fill(item)]), ...lists];
}

/** Returns requests that differ from a request in the value of one field. */
function* changed(
  type: DescMessage,
  content: Content,
  valuesOf: (field: DescField, value: unknown) => readonly unknown[],
): Generator<Content> {
  for (const field of type.fields) {
    const { localName, oneof, message } = field;
    const chosen = oneof && (content[oneof.localName] as { case: string; value: unknown });
    const value = oneof
      ? chosen?.case === localName
        ? chosen.value
        : undefined
      : content[localName];
    const withValue = (other: unknown): Content =>
      oneof
        ? { ...content, [oneof.localName]: { case: localName, value: other } }
        : { ...content, [localName]: other };
    for (const other of valuesOf(field, value)) yield withValue(other);
    if (!message || value === undefined) continue;
    const [first, ...rest] = (Array.isArray(value) ? value : [value]) as Content[];
    if (first === undefined) continue;
    for (const other of changed(message, first, valuesOf))
      yield withValue(Array.isArray(value) ? [other, ...rest] : other);
  }
}

test("names the fields that break a bound", async ({ theirs, call }) => {
  let refusals = 0;
  for (const rpc of RPCS) {
    const { input, name } = rpc.method;
    for (const request of changed(input, requestOf(rpc.method, theirs), wrongValues)) {
      const fault = findInvalidFields(input, create(input, request));
      if (fault === undefined) continue;
      const refusal = await call(rpc, request).then(
        () => "accepted",
        (error: unknown) => (error instanceof RemoteError ? error : Promise.reject(error)),
      );
      const fields = fault.fields.slice(0, 16).map(({ field }) => ({ field }));
      expect({ name, refusal }).toMatchObject({
        name,
        refusal: { reason: "INVALID_ARGUMENT", fields },
      });
      refusals++;
    }
  }
  expect(refusals).toBeGreaterThan(RPCS.length * 3);
});

/** Returns another valid value, if there is one. */
function otherValues(field: DescField, value: unknown): readonly unknown[] {
  // The address and the agent of a caller are not part of the content.
  if (/^(request_id|address|agent)$/.test(field.name) || value === undefined) return [];
  if (typeof value === "string")
    return [/^[0-9a-f]{8}-/.test(value) ? newId() : `${value}x`, newId()];
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "bigint") return [value + 1n];
  if (typeof value === "boolean") return [!value];
  return [];
}

/** RPCs that do what they do once by the state of their tournament, whatever the request_id is. */
const BY_STATE = ["ScheduleSettlement", "StartRefund"];
/** Fields that some RPCs check before they look up the request_id, with the reasons of the refusals. */
const CHECKED_FIRST: Readonly<Record<string, readonly string[]>> = {
  gameId: ["GAME_NOT_FOUND", "TOURNAMENT_NOT_FOUND"],
  projectId: ["GAME_NOT_FOUND"],
  tournamentId: ["TOURNAMENT_NOT_FOUND"],
  invitedBy: ["USER_NOT_FOUND"],
  url: ["ENDPOINT_URL_REFUSED"],
  metadata: ["INVALID_ARGUMENT"],
};
/** RPCs whose tournament must be in a state that the fixture has not; their services test them. */
const NOT_IN_FIXTURE = ["AbandonSettlement", "RecordWinners", "RetrySettlement"];

/** Returns a response without secrets that only the first response shows, and without new tokens. */
const shown = (output: DescMessage, response: unknown): string =>
  toJsonString(output, response as Message).replaceAll(
    /,?"(secret|token|accessToken)":"[^"]*"(,"expireTime":"[^"]*")?/g,
    "",
  );

/** Returns the tables of a service by their numbers of rows, without those that background work fills. */
async function countRows({ admin }: World, service: string): Promise<Record<string, number>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = $1::regnamespace
       AND relname !~ '^(event|outbox|attempt|delivery|dispatch|mail$|request|transfer|seal|pay|test_clock)'`,
    [service],
  );
  const counts = tables.map(async ({ name }) => {
    const { rows } = await admin.query(`SELECT count(*)::int AS n FROM ${service}."${name}"`);
    return [name, (rows as { n: number }[])[0]?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test("does a repeat once, and refuses other content", async ({ theirs, own, call }) => {
  const skipped = [...BY_STATE, ...NOT_IN_FIXTURE];
  // The ledger goes first: the ends of tournaments start settlements, which open accounts and pay.
  const isLedger = ({ process }: Rpc) => Number(process === "wallet");
  const rpcs = RPCS.filter((one) => hasField(one, "request_id"));
  for (const rpc of rpcs.toSorted((one, other) => isLedger(other) - isLedger(one))) {
    const { input, output, name } = rpc.method;
    if (skipped.includes(name)) continue;
    const request = requestOf(rpc.method, theirs);
    const first = shown(output, await call(rpc, request));
    const before = await countRows(own, rpc.process);
    expect([name, shown(output, await call(rpc, request))]).toEqual([name, first]);
    expect([name, await countRows(own, rpc.process)]).toEqual([name, before]);
    for (const other of changed(input, request, otherValues)) {
      if (findInvalidFields(input, create(input, other)) !== undefined) continue;
      const field = Object.keys(other).find((one) => other[one] !== request[one]) ?? "";
      const reasons = ["REQUEST_ID_REUSED", ...(CHECKED_FIRST[field] ?? [])];
      const [, reason] = /^"([A-Z_]+): /.exec(await outcomeOf(call(rpc, other))) ?? [];
      expect(reasons, `${name} with another ${field}`).toContain(reason);
    }
  }
});
