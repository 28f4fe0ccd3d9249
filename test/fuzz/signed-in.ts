import { bearer, callAs, type TestPerson } from "../harness/people.ts";
import { must } from "./finding.ts";
import { patiently } from "./patiently.ts";

/** Somebody who stays signed in. */
export interface SignedIn {
  /** The access token that they have now. */
  token(): string;
  /** Gets another one if it works no longer: it lives ten minutes, or until its signing key is gone. */
  renew(): Promise<void>;
}

// Requests in between may be refused, which costs the attack little.
const LOOK_EVERY_MS = 2_000;

/** Keeps somebody signed in for as long as an attack goes on, by refresh tokens alone. */
export function keepSignedIn(
  gatewayUrl: string,
  { accessToken, refreshToken }: Pick<TestPerson, "accessToken" | "refreshToken">,
  lookEveryMs = LOOK_EVERY_MS,
): SignedIn {
  let now = { accessToken, refreshToken };
  let lookAt = 0;
  const isLate = ({ status }: { status: number }) => status === 503;

  async function refresh(): Promise<void> {
    const { status, body } = await patiently(
      () => callAs(gatewayUrl, ["POST", "/auth/refresh"], { refreshToken: now.refreshToken }),
      isLate,
    );
    must(status === 200, `somebody was signed out by an attack: ${status} ${body.code}`);
    now = { accessToken: body.accessToken, refreshToken: body.refreshToken ?? "" };
  }

  return {
    token: () => now.accessToken,
    async renew() {
      if (performance.now() < lookAt) return;
      lookAt = performance.now() + lookEveryMs;
      const { status } = await patiently(
        () => callAs(gatewayUrl, ["GET", "/user"], undefined, bearer(now)),
        isLate,
      );
      if (status === 401) await refresh();
    },
  };
}
