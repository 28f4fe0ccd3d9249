import { createLogger } from "@tms/kit/process/log";
import { expect, test } from "vitest";
import { serverOptions } from "./server-options.ts";

test("of a query no more is read than would be refused anyway", () => {
  const config = { publicUrl: "http://x", trustedProxies: 0 };
  const { querystringParser } = serverOptions(config, createLogger("test", "silent")).routerOptions;
  const keys = Array.from({ length: 5_000 }, (_, index) => `k${index}`);
  expect(Object.keys(querystringParser(keys.join("&")))).toHaveLength(32);
  expect(querystringParser("limit=5&cursor=a%20b")).toEqual({ limit: "5", cursor: "a b" });
});
