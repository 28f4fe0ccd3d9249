import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AmountError, MAX_MINOR, toMajor, toMajorText, toMinor } from "@tms/resources/values/money";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

const USD = { code: "USD", exponent: 2 };
const minors = fc.bigInt({ min: 0n, max: MAX_MINOR });
const exponents = fc.integer({ min: 0, max: 8 });

describe("amounts as text", () => {
  test("come back as they went, whatever the currency", () => {
    fc.assert(
      fc.property(minors, exponents, (minor, exponent) => {
        expect(toMinor(toMajorText(minor, exponent), { code: "X", exponent })).toBe(minor);
      }),
    );
  });

  test("survive JSON, negative balances included", () => {
    fc.assert(
      fc.property(minors, exponents, fc.boolean(), (amount, exponent, negative) => {
        const minor = negative ? -amount : amount;
        const text = JSON.stringify(toMajor(minor, exponent));
        const back = toMinor(text.replace(/^-/, ""), { code: "X", exponent });
        expect(negative ? -back : back).toBe(minor);
      }),
    );
  });

  test("mean the same with an exponent or trailing zeros", () => {
    fc.assert(
      fc.property(minors, (minor) => {
        expect(toMinor(`${minor}e-2`, USD)).toBe(minor);
        const text = toMajorText(minor, 2);
        expect(toMinor(text.includes(".") ? `${text}000` : `${text}.000`, USD)).toBe(minor);
      }),
    );
  });

  test("of more decimals than the currency has are refused", () => {
    fc.assert(
      fc.property(minors, exponents, fc.integer({ min: 1, max: 9 }), (minor, exponent, digit) => {
        const text = `${toMajorText(minor, 0)}.${"0".repeat(exponent)}${digit}`;
        expect(() => toMinor(text, { code: "X", exponent })).toThrow(AmountError);
      }),
    );
  });

  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["0e999999999999", 0n],
    ["2.5", 250n],
    ["2.50", 250n],
    ["1e2", 10_000n],
    ["25e-1", 250n],
    ["90071992547409.91", MAX_MINOR],
  ])("%s is %s cents", (text, minor) => expect(toMinor(text, USD)).toBe(minor));

  test.each([
    "-1",
    "-0.01",
    "0.001",
    "0.30000000000000004",
    "1e-7",
    "1e-999999999",
    "90071992547409.92",
    "1e308",
    "1e999999999",
    "NaN",
    "Infinity",
    "",
    "1,5",
  ])("%s is refused", (text) => expect(() => toMinor(text, USD)).toThrow(AmountError));
});

describe("amounts over HTTP", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const create = (fee: string) => {
    const body = JSON.stringify(newTournament(gateway.game, { entryFee: 0 }));
    const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
    return gateway.raw(
      "POST",
      "/tournament/create",
      body.replace('"entryFee":0', `"entryFee":${fee}`),
      headers,
    );
  };

  test.each([
    "2.555",
    "-1",
    "1e400",
    "1e-400",
    "90071992547409.92",
    "0.1000000000000000000001",
    '"2.5"',
    "null",
    "true",
    "[2]",
  ])("%s is refused and names the field", async (fee) => {
    const { status, body } = await create(fee);
    expect([status, body.code]).toEqual([400, "invalid_argument"]);
    expect(body.errors).toEqual([{ pointer: "/entryFee", detail: expect.any(String) }]);
  });

  test("the largest amount is kept to the last cent", async () => {
    const answer = await create("90071992547409.91");
    expect(answer.status).toBe(201);
    expect(gateway.fakes.calls.at(-1)?.request).toMatchObject({
      terms: { entryFeeMinorUnits: MAX_MINOR },
    });
    const response = await fetch(`${gateway.url}/tournament/${answer.body.tournament.id}`, {
      headers: { "x-api-key": gateway.key },
    });
    expect(await response.text()).toContain('"entryFee":90071992547409.91,');
  });

  test("a currency without decimals takes whole numbers only", async () => {
    const gems = await startGateway({ currency: { code: "GEMS", exponent: 0 } });
    const { body } = await gems.send("POST", "/wallet/ada/deposit", { amount: 2.5 });
    expect(body.errors).toEqual([
      { pointer: "/amount", detail: "must have at most 0 decimals, as GEMS has" },
    ]);
    expect((await gems.send("POST", "/wallet/ada/deposit", { amount: 3 })).status).toBe(201);
    await gems.close();
  });

  test("nothing cannot be deposited", async () => {
    const { body } = await gateway.send("POST", "/wallet/ada/deposit", { amount: 0 });
    expect(body.errors).toMatchObject([{ pointer: "/amount" }]);
  });
});
