import { createRouter } from "@tanstack/react-router";
import { FailedPage, WaitingPage } from "../layout/waiting-page.tsx";
import { environmentPages } from "./routes/environment.ts";
import { outside } from "./routes/outside.ts";
import { personal, signedIn } from "./routes/person.ts";
import { root } from "./routes/root.ts";

/** Which page an address shows. */
export const router = createRouter({
  routeTree: root.addChildren([...outside, signedIn.addChildren([...personal, environmentPages])]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingMs: 4_000,
  defaultPendingComponent: WaitingPage,
  defaultErrorComponent: FailedPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
