import { isCallerRefused } from "@tms/kit/errors/remote-error";
import { percentDecoded, withoutCredentials } from "@tms/kit/values/credentials";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problemType } from "./catalogue.ts";
import { PROBLEM_MEDIA_TYPE, problemDocument, type About } from "./document.ts";
import { CallerGone, ProblemError } from "./problem-error.ts";
import { toProblem } from "./translate.ts";

/** The problems of responses, for the request log. A request without a route cannot store decorators. */
export const answeredProblems = new WeakMap<FastifyRequest, ProblemError>();

export const traceIds = new WeakMap<FastifyRequest, string>();

/** Responds to every failure with a problem document, including unknown routes and methods. */
export function problems(app: FastifyInstance, publicUrl: string): void {
  const methodsOf = allowedMethods(app);
  const notFound = (request: FastifyRequest, reply: FastifyReply): ProblemError => {
    const allowed = methodsOf(pathOf(request));
    if (allowed.length === 0) return new ProblemError("ROUTE_NOT_FOUND");
    reply.header("allow", allowed.join(", "));
    return new ProblemError("METHOD_NOT_ALLOWED", `This path allows only ${allowed.join(", ")}.`);
  };
  app.setErrorHandler((error, request, reply) => {
    // Fastify also refuses bodies for unknown paths. The response reports the unknown path or method instead.
    const isForemost = error instanceof ProblemError || !request.is404;
    return sendProblem(isForemost ? error : notFound(request, reply), request, reply, publicUrl);
  });
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
    sendProblem(notFound(request, reply), request, reply, publicUrl),
  );
}

/** Returns a function that lists the methods of a path. An exact match excludes routes with parameters. */
function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    routes.set(url, route);
    for (const name of [method].flat()) route.methods.add(name);
  });
  return (path) => {
    const own = routes.get(path);
    const matching = own ? [own] : [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&").replaceAll(/:\w+/g, "[^/]+")}$`);

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  const problem = toProblem(error, request);
  answeredProblems.set(request, problem);
  const { status, challenge = API_KEY_CHALLENGE } = problemType(problem.problem);
  const retryAfterS = retryAfterOf(problem);
  if (status >= 500) logFailure(problem, request);
  if (retryAfterS !== undefined) reply.header("retry-after", retryAfterS);
  if (status === 401) reply.header("www-authenticate", challenge);
  // The X-Request-Id is set here too, because hooks do not run for requests that never reach a route.
  return (
    reply
      .code(status)
      .header("x-request-id", request.id)
      .header("content-type", PROBLEM_MEDIA_TYPE)
      // Sent as bytes, because Fastify would add a charset to a string, and this media type has none.
      .send(Buffer.from(problemDocument(problem, toAbout(request, publicUrl))))
  );
}

export const toAbout = (request: FastifyRequest, publicUrl: string): About => ({
  publicUrl,
  instance: instanceOf(request),
  requestId: request.id,
  traceId: traceIds.get(request),
});

const API_KEY_CHALLENGE = 'ApiKey realm="tms"';

function retryAfterOf({ problem, retryAfterMs }: ProblemError): number | undefined {
  if (retryAfterMs === undefined) return problemType(problem).retryAfterS;
  return Math.max(1, Math.ceil(retryAfterMs / 1_000));
}

export function logFailure(problem: ProblemError, request: FastifyRequest): void {
  if (problem instanceof CallerGone) return request.log.debug("the client closed the connection");
  const about = { problem: problem.problem, err: problem.cause };
  // If a service refuses the gateway's token, only an operator can correct it, so the line is an error.
  const ours = problem.problem === "INTERNAL" || isCallerRefused(problem.cause);
  if (ours) request.log.error(about, "request failed");
  else request.log.warn(about, "request could not be served");
}

const MAX_PATH_LENGTH = 512;

/** Returns the path of a request, cut to 512 characters and without credentials sent by mistake. */
function instanceOf(request: FastifyRequest): string {
  const path = pathOf(request);
  const decoded = percentDecoded(path);
  const told = withoutCredentials(decoded, "struck-out");
  return told === decoded ? withoutCredentials(path, "struck-out") : encodeURI(told);
}

const pathOf = (request: FastifyRequest): string =>
  (request.url.split("?", 1)[0] ?? "/").slice(0, MAX_PATH_LENGTH);
