import { expect, test } from "vitest";
import { createTms } from "../index.ts";

test.for([
  [{ baseUrl: "tms.example.com" }, "baseUrl must be an http or https URL."],
  [{ baseUrl: "ftp://tms.example.com" }, "baseUrl must be an http or https URL."],
  [{ baseUrl: "https://a:b@tms.example.com" }, "baseUrl must not contain credentials"],
  [{ timeoutMs: 0 }, "timeoutMs must be a whole number from 1 to 600000."],
  [{ concurrency: 0 }, "concurrency must be a whole number from 1 to 1000."],
  [{ retries: 11 }, "retries must be a whole number from 0 to 10."],
  [{ apiKey: "tms_test_1\n" }, "apiKey must contain only visible ASCII characters."],
  [{ apiKey: "" }, "apiKey must contain only visible ASCII characters."],
  [{ accessToken: "token" }, "Set either apiKey or accessToken, not both."],
] as const)("options %j are refused at once", ([wrong, sentence]) => {
  const options = { baseUrl: "https://tms.example.com", apiKey: "tms_test_1", ...wrong };
  // A caller without type checks can pass these options.
  expect(() => createTms(options as Parameters<typeof createTms>[0])).toThrow(sentence);
});
