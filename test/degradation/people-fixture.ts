import { Role } from "@tms/proto/tms/game/v1/member";
import {
  bearer,
  callAs,
  codeFor,
  fromElsewhere,
  joinTeam,
  newPerson,
  resetTokenFor,
  signIn,
  signUp,
} from "../harness/people.ts";
import type { TestSystem } from "../harness/system.ts";
import { makeTeam } from "./team-fixture.ts";

/** People, codes and sessions, each for one operation, so that none gets in another's way. */
export async function makePeople(system: TestSystem, gameId: string) {
  const { gatewayUrl } = system;
  const [ada, toReset, toVerify, approver, revoker] = await Promise.all([
    newPerson(gatewayUrl),
    newPerson(gatewayUrl),
    signUp(gatewayUrl),
    newPerson(gatewayUrl),
    newPerson(gatewayUrl),
  ]);
  await joinTeam(system, gameId, { userId: ada.id, role: Role.OWNER });
  const post = async (path: string, body: unknown, headers = {}) => {
    const all = { ...fromElsewhere(), ...headers };
    const { status, body: answer } = await callAs(gatewayUrl, ["POST", path], body, all);
    if (status >= 300) throw new Error(`${path} was answered with ${status} ${answer.code}`);
    return answer;
  };
  await post("/auth/password/forgot", { email: toReset.email });
  const [toApprove, approved] = [await post("/auth/device", {}), await post("/auth/device", {})];
  await post("/auth/device/approve", { userCode: approved.userCode }, bearer(approver));
  // Shown to the gateway by nobody yet: it has to ask about this session.
  const unseen = await signIn(gatewayUrl, ada);
  return {
    /** Where they come from. */
    from: fromElsewhere(),
    id: ada.id,
    email: ada.email,
    unseen,
    toRefresh: await signIn(gatewayUrl, ada),
    toSignOut: await signIn(gatewayUrl, ada),
    // Somebody of their own: who ends a session also ends what it approved, such as Ada's codes.
    revoker: bearer(revoker),
    toRevoke: sessionOf(await signIn(gatewayUrl, revoker)),
    toVerify: { email: toVerify, code: await codeFor(gatewayUrl, toVerify) },
    resetToken: await resetTokenFor(gatewayUrl, toReset.email),
    team: await makeTeam(system, ada),
    userCode: toApprove.userCode,
    deviceCode: approved.deviceCode,
  };
}

/** The session that an access token names. */
function sessionOf({ accessToken }: { accessToken: string }): string {
  const [, payload = ""] = accessToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: string }).sid;
}
