import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from "@tms/proto/grpc/health/v1/health";

/** Answers whether a process can serve right now; rejects or returns false when not. */
export type ReadyCheck = () => Promise<boolean>;

/** Serves grpc.health.v1 for the server as a whole ("") and for each of its services. */
export function healthRoutes(
  router: ConnectRouter,
  services: readonly string[],
  ready: ReadyCheck,
) {
  async function check(service: string) {
    if (service !== "" && !services.includes(service))
      throw new ConnectError("unknown service", Code.NotFound);
    const serving = await ready().catch(() => false);
    return { status: serving ? Status.SERVING : Status.NOT_SERVING };
  }
  router.service(Health, {
    check: (request) => check(request.service),
    async *watch(request, context) {
      // The status is sent again only when it changes, as the protocol asks.
      let last: Status | undefined;
      while (!context.signal.aborted) {
        const { status } = await check(request.service);
        if (status !== last) yield { status };
        last = status;
        await pause(WATCH_EVERY_MS, context.signal);
      }
    },
  });
}

const WATCH_EVERY_MS = 1_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
