import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../api/session.ts";
import { queryClient } from "../api/query-client.ts";

/** Stands around pages of a person. When their session is ended elsewhere, they are asked to sign in. */
export function SignedInLayout() {
  const session = useSession();
  const router = useRouter();
  const hasEnded = session.state === "signed out" && !session.byThemselves;
  useEffect(() => {
    if (!hasEnded) return;
    // Nothing of one person is shown to the next.
    queryClient.clear();
    const next = router.state.location.href;
    void router.navigate({ to: "/sign-in", search: { next }, replace: true });
  }, [hasEnded, router]);
  return <Outlet />;
}
