import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { isProductCaller, productCallers } from "@tms/kit/callers/product";
import { rpcName } from "@tms/kit/rpc/names";
import { createCallerToken, withToken } from "@tms/kit/callers/token";
import { toRemoteError } from "@tms/kit/errors/status";
import { findInvalidFields } from "@tms/kit/rpc/rpcs";
import { expect, inject, test } from "vitest";
import { everythingOf, makeFixture } from "../fixture.ts";
import { REPORTING } from "../harness/callers.ts";
import { callRpc, requestOf } from "../rpcs.ts";
import { RPCS, rpcsFor } from "../services.ts";

/** Returns whether a caller may call an RPC, by the table of rights and the callers file. */
function mayCall(name: string, rpc: string): boolean {
  if (name === "test") return true;
  const rights: readonly string[] = isProductCaller(name) ? rpcsFor(name).map(rpcName) : REPORTING;
  return rights.includes(rpc) || rights.includes(`${rpc.split("/")[0]}/*`);
}

test("admits to every RPC the callers with a right to it, and lets no other change anything", async () => {
  const tokens = inject("tokens");
  const place = { gatewayUrl: inject("baseUrl"), urls: inject("urls"), token: tokens.test };
  const fixture = await makeFixture(place);
  const before = await everythingOf(fixture);
  const callers: [name: string, token: string][] = [
    ...Object.entries(tokens),
    ["nobody", ""],
    ["a stranger", createCallerToken()],
  ];
  const outcomes: string[] = [];
  const expected: string[] = [];
  for (const { process, service, method } of RPCS) {
    const rpc = rpcName(method);
    const valid = requestOf(method, fixture);
    expect(findInvalidFields(method.input, create(method.input, valid))).toBeUndefined();
    for (const [name, token] of callers) {
      const isKnown = Object.hasOwn(tokens, name);
      const isAdmitted = isKnown && mayCall(name, rpc);
      const client = createClient(
        service,
        createConnectTransport({
          httpVersion: "2",
          baseUrl: place.urls[process],
          interceptors: token === "" ? [] : [withToken(token)],
        }),
      );
      // An admitted caller sends an empty request. All others send a request that would do something.
      const reason = await callRpc(client, method, isAdmitted ? {} : valid).then(
        () => "admitted",
        (error: unknown) => toRemoteError(error).reason,
      );
      outcomes.push(`${rpc} by ${name}: ${reason.startsWith("CALLER_") ? reason : "admitted"}`);
      const refusal = isKnown ? "CALLER_NOT_ALLOWED" : "CALLER_UNKNOWN";
      expected.push(`${rpc} by ${name}: ${isAdmitted ? "admitted" : refusal}`);
    }
  }
  expect(outcomes).toEqual(expected);
  expect(await everythingOf(fixture)).toEqual(before);
});

test("lets only one process move money of each kind", () => {
  const callersOf = (rpc: string) =>
    productCallers.filter((caller) => rpcsFor(caller).some(({ name }) => name === rpc));
  expect(callersOf("BatchTransfer")).toEqual(["gateway"]);
  expect(callersOf("CollectFees")).toEqual(["entry"]);
  expect(callersOf("BatchDisburse")).toEqual(["settlement"]);
  expect(callersOf("OpenAccount")).toEqual(["game"]);
  expect(callersOf("BatchCloseAccount")).toEqual(["settlement"]);
  expect(callersOf("IssueApiKey")).toEqual(["gateway", "cli"]);
  expect(callersOf("CreateGame")).toEqual(["gateway", "cli"]);
  // Its response contains a token.
  expect(callersOf("IssueInvitation")).toEqual(["cli"]);
});
