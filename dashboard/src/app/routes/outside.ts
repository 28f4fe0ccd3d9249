import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { hasSession } from "../../api/session.ts";
import { keepInvitation } from "../../address/invitation-token.ts";
import { searchText } from "../../address/search-text.ts";
import { root } from "./root.ts";

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../../pages/sign-in/page.tsx"), "SignInPage"),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: searchText("next"),
  component: lazyRouteComponent(() => import("../../pages/sign-up/page.tsx"), "SignUpPage"),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify",
  validateSearch: searchText("email", "next"),
  component: lazyRouteComponent(() => import("../../pages/verify/page.tsx"), "VerifyPage"),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("../../pages/forgot-password/page.tsx"),
    "ForgotPasswordPage",
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(
    () => import("../../pages/reset-password/page.tsx"),
    "ResetPasswordPage",
  ),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../../pages/invitation/page.tsx"), "InvitationPage"),
  beforeLoad: async () => {
    keepInvitation();
    // What it shows depends on who looks.
    await hasSession();
  },
});
const mailbox = createRoute({
  getParentRoute: () => root,
  path: "/mailbox",
  component: lazyRouteComponent(() => import("../../pages/mailbox/page.tsx"), "MailboxPage"),
});

/** Pages for anybody. */
export const outside = [
  signIn,
  signUp,
  verify,
  forgotPassword,
  resetPassword,
  invitation,
  mailbox,
] as const;
