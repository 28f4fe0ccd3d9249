import { inject } from "vitest";
import type { GameTerms } from "@tms/stack/system/demo-game";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";

/** Creates a game of a test's own in the system that all suites of this folder share. */
export const newGame = (terms?: GameTerms): Promise<Api> =>
  gameIn(
    { gatewayUrl: inject("baseUrl"), urls: inject("urls"), token: inject("tokens").test },
    terms,
  );
