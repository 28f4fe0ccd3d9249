import { createRootRoute, Outlet } from "@tanstack/react-router";
import { NotFoundPage } from "../../layout/not-found.tsx";

/** What all pages stand in. */
export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
