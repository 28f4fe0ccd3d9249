import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../principal.ts";

/**
 * Authenticates requests by one kind of credential. Returns undefined for a request that carries no
 * credential of this kind; throws a ProblemError for one whose credential is not accepted.
 */
export type Strategy = (headers: IncomingHttpHeaders) => Promise<Caller | undefined>;
