import type { FastifyRequest } from "fastify";
import { ProblemError } from "../../problems/problem-error.ts";

/**
 * Refuses what a page of another origin makes a browser send: its Sec-Fetch-Site must be same-origin,
 * for another port of the same host is the same site, and where it sends none, its Origin must be
 * ours. Throws CROSS_SITE.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  const { "sec-fetch-site": site, origin } = request.headers;
  const isOurs =
    site === undefined
      ? origin === undefined || origin === new URL(publicUrl).origin
      : site === "same-origin";
  if (!isOurs) throw new ProblemError("CROSS_SITE");
}

/** Whether a browser sent a request: any browser sends one of these with every POST. */
export const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
