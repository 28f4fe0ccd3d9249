import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import type { Context } from "./context.ts";
import { approveDeviceCode } from "./rpc/approve-device-code.ts";
import { batchGetUsers } from "./rpc/batch-get-users.ts";
import { batchCheckSessions } from "./rpc/batch-check-sessions.ts";
import { exchangeDeviceCode } from "./rpc/exchange-device-code.ts";
import { forgotPassword } from "./rpc/forgot-password.ts";
import { getUser } from "./rpc/get-user.ts";
import { listMails } from "./rpc/list-mails.ts";
import { listSessions } from "./rpc/list-sessions.ts";
import { listSigningKeys } from "./rpc/list-signing-keys.ts";
import { refreshSession } from "./rpc/refresh-session.ts";
import { resetPassword } from "./rpc/reset-password.ts";
import { revokeSession } from "./rpc/revoke-session.ts";
import { rotateSigningKey } from "./rpc/rotate-signing-key.ts";
import { sendMail } from "./rpc/send-mail.ts";
import { signIn } from "./rpc/sign-in.ts";
import { signOut } from "./rpc/sign-out.ts";
import { signUp } from "./rpc/sign-up.ts";
import { startDeviceCode } from "./rpc/start-device-code.ts";
import { updateUser } from "./rpc/update-user.ts";
import { verifyEmail } from "./rpc/verify-email.ts";

/** The identity service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, IdentityService, {
    signUp: signUp(context),
    verifyEmail: verifyEmail(context),
    signIn: signIn(context),
    refreshSession: refreshSession(context),
    signOut: signOut(context),
    forgotPassword: forgotPassword(context),
    resetPassword: resetPassword(context),
    startDeviceCode: startDeviceCode(context),
    exchangeDeviceCode: exchangeDeviceCode(context),
    approveDeviceCode: approveDeviceCode(context),
    getUser: getUser(context),
    batchGetUsers: batchGetUsers(context),
    updateUser: updateUser(context),
    listSessions: listSessions(context),
    revokeSession: revokeSession(context),
    batchCheckSessions: batchCheckSessions(context),
    listSigningKeys: listSigningKeys(context),
    rotateSigningKey: rotateSigningKey(context),
    sendMail: sendMail(context),
    listMails: listMails(context),
  });
