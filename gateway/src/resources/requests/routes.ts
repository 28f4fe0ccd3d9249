import { createLimiter } from "@tms/kit/batching/limiter";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { searchRequests, type RequestFilter } from "../../request-log/search.ts";
import type { RequestStore } from "../../request-log/store.ts";
import { momentOf } from "@tms/resources/values/times";
import { requestJson } from "./json.ts";
import * as operations from "./operations.ts";

const DEFAULT_LIMIT = 50;
// One that is not there is looked for among all 20,000 records of its environment.
const LOOK_UPS = { atOnce: 2, mostWaiting: 64 };

/** The request log of an environment. */
export function requestRoutes(app: App, store: RequestStore): void {
  const limited = createLimiter(LOOK_UPS, () => new ProblemError("OVERLOADED"));

  app.get("/request", operations.list, async (request) => {
    const { limit = DEFAULT_LIMIT, cursor = "", from, to, ...rest } = request.query;
    const filter: RequestFilter = {
      ...rest,
      ...(from !== undefined && { from: momentOf(from) }),
      ...(to !== undefined && { to: momentOf(to) }),
    };
    const gameId = principalOf(request).game.id;
    const page = await searchRequests(store, gameId, filter, { limit, cursor });
    return { ...page, requests: page.requests.map(requestJson) };
  });

  app.get("/request/:requestId", operations.read, async (request) => {
    const { requestId } = request.params;
    const { id } = principalOf(request).game;
    const found = await limited(() => store.find(id, requestId), id);
    if (found === undefined) throw new ProblemError("REQUEST_NOT_FOUND");
    return { request: requestJson(found) };
  });
}
