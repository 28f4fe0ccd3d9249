import { createRouter } from "@tanstack/react-router";
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
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
