import { serveForTest } from "@tms/kit/testing";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { GameService } from "@tms/proto/tms/game/v1/game";
const t0 = performance.now();
const say = (...a: unknown[]) => console.log((performance.now() - t0).toFixed(), ...a);
let ready = 0;
const service = await serveForTest(() => ({
  services: [GameService],
  routes: (router) => router.service(GameService, {}),
  ready: async () => {
    ready++;
    return true;
  },
}));
const mode = process.argv[2];
if (mode === "break") {
  for await (const s of service.client(Health).watch({})) {
    say("got", s.status);
    break;
  }
} else {
  const w = service.client(Health).watch({})[Symbol.asyncIterator]();
  say("first", (await w.next()).done);
}
const timer = setInterval(() => say("active", ready), 4000);
await service.close();
say("closed");
clearInterval(timer);
process.exit();
