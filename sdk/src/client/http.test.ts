import { expect, test } from "vitest";
import { createTms } from "../index.ts";

test.for(["", ".", ".."])(
  "a path that would hold %j is refused before anything is sent",
  async (handle) => {
    const asked: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(input);
      return Response.json({});
    };
    const tms = createTms({ baseUrl: "https://tms.example.com", apiKey: "tms_test_1", fetch });
    await expect(tms.wallets.get(handle)).rejects.toThrow(TypeError);
    await expect(tms.gamers.entries(handle).page()).rejects.toThrow("a URL cannot contain it");
    expect(asked).toEqual([]);
  },
);
