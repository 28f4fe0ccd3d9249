import { createTms } from "@tms/sdk";
import { test as base } from "../world/test.ts";
import { openCuttingRelay } from "./cutting-relay.ts";

export { describe, expect } from "vitest";

/**
 * A test of the SDK.
 *
 * - `baseUrl`: where the API is.
 * - `relay`: stands between the client and the API, and loses answers.
 * - `tms`: a client behind the relay, with a key of the game of `api`.
 */
export const sdkTest = base
  .extend("baseUrl", ({ live }) => live.gateway.url)
  .extend("relay", async ({ baseUrl }, { onCleanup }) => {
    const relay = await openCuttingRelay(baseUrl);
    onCleanup(() => relay.close());
    return relay;
  })
  .extend("tms", ({ api, relay }) =>
    createTms({ baseUrl: relay.url, apiKey: api.apiKey, gameId: api.gameId }),
  );
