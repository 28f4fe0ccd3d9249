import { createTms, type TmsError } from "@tms/sdk";
import { afterEach, beforeEach, vi } from "vitest";
import { codeOf, problemNames, problemType } from "../../gateway/src/problems/catalogue.ts";
import { describe, expect, sdkTest as test } from "./sdk.ts";

const answerWith = (code: string, status: number, retryAfterS: number | undefined) =>
  Response.json(
    { type: "", title: "", status, detail: "", instance: "/", code, requestId: "r" },
    {
      status,
      headers: {
        "content-type": "application/problem+json",
        ...(retryAfterS !== undefined && { "retry-after": String(retryAfterS) }),
      },
    },
  );

// The CLI asks about a device code until it is approved. The client does not do so by itself.
const POLLED = ["AUTHORIZATION_PENDING", "SLOW_DOWN"];

describe("a call", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.for(problemNames.filter((name) => !POLLED.includes(name)))(
    "that is refused with %s is repeated under its key if the catalogue says so",
    async (name) => {
      const { status, retryAfterS, repeatable } = problemType(name);
      const keys: (string | null)[] = [];
      const tms = createTms({
        baseUrl: "https://tms.example.com",
        apiKey: "tms_test_1",
        fetch: async (_, init) => {
          keys.push(new Headers(init?.headers).get("idempotency-key"));
          return keys.length === 1
            ? answerWith(codeOf(name), status, retryAfterS)
            : Response.json({ transaction: { id: "1" } });
        },
      });
      const outcome = tms.wallets.deposit("ada", 5).catch((error: unknown) => error as TmsError);
      await vi.runAllTimersAsync();
      expect("transaction" in (await outcome)).toBe(repeatable);
      expect(keys).toEqual(Array(repeatable ? 2 : 1).fill(keys[0]));
    },
  );
});

test("deposits once if the connection breaks", async ({ api, baseUrl, live, tms }) => {
  const deposit = live.hold("BatchTransfer");
  const statuses: number[] = [];
  const impatient = createTms({
    baseUrl,
    apiKey: api.apiKey,
    timeoutMs: 1_000,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      statuses.push(answer.status);
      // More refusals than the client has retries.
      if (statuses.length === 5) deposit[Symbol.dispose]();
      return answer;
    },
  });
  await impatient.wallets.deposit("ada", 5);
  expect(statuses).toEqual([409, 409, 409, 409, 409, 201]);
  expect((await tms.wallets.get("ada")).wallet.balance).toBe(5);
  expect((await tms.wallets.transactions("ada").page()).transactions).toHaveLength(1);
});
