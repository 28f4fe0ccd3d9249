import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import ipaddr from "ipaddr.js";
import type { Context } from "./context.ts";
import { countAttempt, uncountAttempt, type Subject } from "./db/attempts.ts";
import type { AttemptKind, MailKind } from "./db/tables.ts";

/** Returns the /64 of an IPv6 address, because a subscriber can choose the other half for each request. */
export const networkOf = (address: string): string => prefixOf(address, 64);

export const siteOf = (address: string): string => prefixOf(address, 48);

const GROUP_BITS = 16;

function prefixOf(address: string, bits: number): string {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return address;
  // An IPv4-mapped address becomes an IPv4 address.
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.toNormalizedString().split(":");
  return `${groups.slice(0, bits / GROUP_BITS).join(":")}::/${bits}`;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The maximum number of attempts in a window. A window begins with its first attempt. */
const LIMITS: Readonly<Record<Exclude<AttemptKind, MailKind>, { max: number; windowS: number }>> = {
  account_address: { max: 5, windowS: 15 * MINUTE_S },
  address: { max: 30, windowS: 15 * MINUTE_S },
  account: { max: 50, windowS: HOUR_S },
  sign_up: { max: 5, windowS: MINUTE_S },
  forgot_password: { max: 5, windowS: MINUTE_S },
  device_code: { max: 5, windowS: MINUTE_S },
  password_change: { max: 5, windowS: MINUTE_S },
};

// The factor of the limits of an IPv6 site. Its 65,536 networks share the limits of four networks.
const NETWORKS_OF_A_SITE = 4;
// The factor for attempts on one account. With a higher factor, one site could use up the account's limit.
const NETWORKS_AT_AN_ACCOUNT = 2;

interface Limited extends Subject {
  kind: keyof typeof LIMITS;
  /** The factor of the limit; 1 by default. */
  times?: number;
}

interface Attempt {
  account?: string;
  address: string;
}

/** Counts an attempt while `work` runs, and afterwards if a secret was wrong. Throws TOO_MANY_ATTEMPTS. */
export async function countingFailures<T>(
  { db, log }: Context,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const subjects = subjectsOf(attempt);
  await count(db, subjects);
  let isFailure = false;
  try {
    return await work();
  } catch (error) {
    isFailure = isWrongSecret(error);
    throw error;
  } finally {
    // A failed update must not change the result of the work. The attempt then counts until its window ends.
    if (!isFailure)
      await forgive(db, subjects).catch((error: unknown) =>
        log.warn(
          { err: error },
          "a successful attempt still counts as a failure because the counter could not be updated",
        ),
      );
  }
}

/** Throws TOO_MANY_ATTEMPTS beyond the limit. */
export async function limitRequests(
  db: Db,
  kind: "sign_up" | "forgot_password" | "device_code" | "password_change",
  address: string,
) {
  await count(db, ofAddress({ kind, account: "" }, address));
}

const isWrongSecret = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.reason === "CREDENTIALS_INVALID" || error.reason === "CODE_INVALID");

function subjectsOf({ account, address }: Attempt): Limited[] {
  const ofAll = ofAddress({ kind: "address", account: "" }, address);
  if (account === undefined) return ofAll;
  // The order is always the same, so that transactions that lock the subjects do not deadlock.
  return [
    ...ofAddress({ kind: "account_address", account }, address, NETWORKS_AT_AN_ACCOUNT),
    { kind: "account", account, address: "" },
    ...ofAll,
  ];
}

/** Returns the network and the site of an address. An IPv4 address has one subject for both. */
function ofAddress(
  subject: Pick<Limited, "kind" | "account">,
  address: string,
  times = NETWORKS_OF_A_SITE,
): Limited[] {
  const [network, site] = [networkOf(address), siteOf(address)];
  const ofNetwork: Limited = { ...subject, address: network };
  return site === network ? [ofNetwork] : [ofNetwork, { ...ofNetwork, address: site, times }];
}

/** Throws TOO_MANY_ATTEMPTS and counts nothing if a subject is over its limit. */
async function count(db: Db, subjects: readonly Limited[]) {
  await transaction(db, "identity.count-attempt", async (tx) => {
    for (const subject of subjects) {
      const { times = 1, ...counted } = subject;
      const { max, windowS } = LIMITS[subject.kind];
      const { attempts, leftMs } = await countAttempt(tx, counted, windowS);
      if (attempts > times * max)
        throw new DomainError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs: leftMs });
    }
  });
}

async function forgive(db: Db, subjects: readonly Limited[]) {
  await transaction(db, "identity.forgive-attempt", async (tx) => {
    for (const subject of subjects) await uncountAttempt(tx, subject);
  });
}
