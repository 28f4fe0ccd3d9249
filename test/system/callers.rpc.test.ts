import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { isProductCaller, PRODUCT_CALLERS } from "@tms/kit/callers/rights";
import { rpcName } from "@tms/kit/rpc/rpc-name";
import { createCallerToken, withToken } from "@tms/kit/callers/token";
import { toRemoteError } from "@tms/kit/errors/status";
import { faultOf } from "@tms/kit/rpc/validate";
import { beforeAll, expect, inject, test } from "vitest";
import { REPORTING } from "../harness/callers.ts";
import { newGame } from "./game.ts";
import type { Api } from "../harness/api.ts";
import { namesOf, type Names } from "./names.ts";
import { everythingOf, populated, type Owned } from "./owned.ts";
import { METHODS } from "./methods.ts";
import { messagesOf, requestFor, type Call } from "./rpcs.ts";

// For every RPC of every service and everybody who may call anything, and for those who may
// nothing: whoever is not allowed to is refused, and changes nothing.

const NOBODY = "";
const STRANGER = createCallerToken();
const tokens = inject("tokens");
const CALLERS: readonly [name: string, token: string][] = [
  ...Object.entries(tokens),
  ["nobody", NOBODY],
  ["a stranger", STRANGER],
];

/** Why a caller is refused, by what the table and the callers file say. */
function expected(name: string, rpc: string): string {
  if (!Object.hasOwn(tokens, name)) return "CALLER_UNKNOWN";
  if (name === "test") return "admitted";
  const rights: readonly string[] = isProductCaller(name)
    ? PRODUCT_CALLERS[name].map(rpcName)
    : REPORTING;
  const [service] = rpc.split("/");
  return rights.includes(rpc) || rights.includes(`${service}/*`)
    ? "admitted"
    : "CALLER_NOT_ALLOWED";
}

let theirs: { api: Api; owned: Owned; names: Names };
beforeAll(async () => {
  const api = await newGame();
  const owned = await populated(api);
  theirs = { api, owned, names: await namesOf(api, owned) };
});

const METHOD_CASES = METHODS.map((found) => ({ ...found, rpc: rpcName(found.method) }));

test.for(METHOD_CASES)("$rpc admits whom it must, and nobody else", async (found) => {
  const { rpc, name: process, service, method } = found;
  const before = await everythingOf(theirs);
  const admitted: string[] = [];
  for (const [name, token] of CALLERS) {
    const mayCall = expected(name, rpc) === "admitted";
    const transport = createConnectTransport({
      httpVersion: "2",
      baseUrl: inject("urls")[process],
      interceptors: token === NOBODY ? [] : [withToken(token)],
    });
    const client: Record<string, unknown> = createClient(service, transport);
    const call = client[method.localName] as Call;
    // A call that is allowed asks for nothing; one that is not would change something.
    const request = mayCall ? {} : requestFor(method.name, theirs.names);
    const refusal = await messagesOf(call(request)).then(
      () => "admitted",
      (error: unknown) => toRemoteError(error).reason,
    );
    const outcome = refusal.startsWith("CALLER_") ? refusal : "admitted";
    expect([name, outcome]).toEqual([name, expected(name, rpc)]);
    if (mayCall) admitted.push(name);
  }
  expect(admitted).toContain("test");
  expect(await everythingOf(theirs)).toBe(before);
});

test.for(METHODS)("what $method.name is refused with would do something", ({ method }) => {
  const request = create(method.input, requestFor(method.name, theirs.names));
  expect(faultOf(method.input, request)).toBeUndefined();
});

test("money moves by the hand of one process each", () => {
  const callersOf = (rpc: string) =>
    Object.entries(PRODUCT_CALLERS)
      .filter(([, methods]) => methods.some((method) => method.name === rpc))
      .map(([name]) => name);
  expect(callersOf("BatchTransfer")).toEqual(["gateway"]);
  expect(callersOf("CollectFees")).toEqual(["entry"]);
  expect(callersOf("BatchDisburse")).toEqual(["settlement"]);
  expect(callersOf("OpenAccount")).toEqual(["game"]);
  expect(callersOf("BatchCloseAccount")).toEqual(["settlement"]);
  expect(callersOf("IssueApiKey")).toEqual(["gateway", "cli"]);
  expect(callersOf("CreateGame")).toEqual(["gateway", "cli"]);
  // Its answer shows a token to whoever calls.
  expect(callersOf("IssueInvitation")).toEqual(["cli"]);
});
