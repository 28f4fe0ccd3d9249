import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found, invalidField } from "@tms/kit/errors/domain-error";
import { createApiKey, digestApiKey, type ApiKeyMode } from "@tms/kit/values/secret";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import {
  isIncluded,
  SERVICE_SCOPES,
  toKeyScopes,
  toScopes,
  type Scope as RightScope,
} from "@tms/resources/rights";
import ipaddr from "ipaddr.js";
import { findApiKey, type ApiKeyRow } from "./db/api-keys.ts";
import { lockGame } from "./db/games.ts";
import { scopeMissing, tooManyKeyNames } from "./errors.ts";

// The prefix `tms_live_` and four characters of the secret, which identify a key but do not help to guess it.
const HINT_LENGTH = 13;

/** Returns a new secret, and the part of it that is stored. */
export function makeSecret(mode: ApiKeyMode) {
  const secret = createApiKey(mode);
  const digest = Buffer.from(digestApiKey(secret));
  return { secret, stored: { mode, hint: secret.slice(0, HINT_LENGTH), digest } };
}

export const SCOPES = wordsOf(KeyScope);

type Scope = WordOf<typeof KeyScope>;

const ALL = [...SERVICE_SCOPES.keys()];

// Without a request, a key gets no scope that another one of its scopes includes.
const isByDefault = (scope: KeyScope) => !toScopes([scope]).some(isIncluded);

/**
 * Returns the scopes that an actor may give to a key. If `named` is not empty, they are limited to `read` and
 * the named scopes.
 */
export function heldOf(rights: ReadonlySet<RightScope>, named: readonly KeyScope[]): KeyScope[] {
  const present = toKeyScopes(rights);
  return ALL.filter(
    (scope) => present.includes(scope) && (named.length === 0 || isAsked(scope, named)),
  );
}

/**
 * If the request asks for no scopes, a key gets the held scopes that no other scope includes. Otherwise it gets
 * read and the requested scopes. Throws SCOPE_MISSING if the actor does not hold them.
 */
export function scopesOf(asked: readonly KeyScope[], held: readonly KeyScope[]): Scope[] {
  const given =
    asked.length === 0 ? held.filter(isByDefault) : ALL.filter((one) => isAsked(one, asked));
  const scopes = given.flatMap((scope) => SCOPES.word(scope) ?? []);
  requireHeld(scopes, held);
  return scopes;
}

/** Throws SCOPE_MISSING if the actor does not hold all of the scopes. */
export function requireHeld(scopes: readonly Scope[], held: readonly KeyScope[]) {
  const lacking = scopes.find((scope) => !held.includes(SCOPES.value(scope)));
  if (lacking !== undefined) throw scopeMissing(lacking.replace("_", ":"));
}

const isAsked = (scope: KeyScope, asked: readonly KeyScope[]): boolean =>
  scope === KeyScope.READ || asked.includes(scope);

const MAX_OF_A_NAME = 2;
const MAX_NAMES = 20;

/** Throws API_KEY_LIMIT for a third key with the name, or for a twenty-first name. */
export function requireRoom(inUse: ReadonlyMap<string, number>, name: string) {
  const ofName = inUse.get(name);
  if (ofName !== undefined && ofName >= MAX_OF_A_NAME) throw new DomainError("API_KEY_LIMIT");
  if (ofName === undefined && inUse.size >= MAX_NAMES) throw tooManyKeyNames();
}

/** The held scopes are not part of the fingerprint, because they may change before a repeat. */
export const withoutHeldScopes = <R extends { heldScopes: KeyScope[] }>(request: R): R => ({
  ...request,
  heldScopes: [],
});

/** Throws if the key does not exist or has ended. */
export async function lockWorkingKey(tx: Tx, gameId: string, keyId: string): Promise<ApiKeyRow> {
  found(await lockGame(tx, gameId), "GAME_NOT_FOUND");
  const key = found(await findApiKey(tx, gameId, keyId), "API_KEY_NOT_FOUND");
  if (key.state === "revoked" || key.state === "expired") throw new DomainError("API_KEY_ENDED");
  return key;
}

const IPV4_BITS = 32;
const IPV6_BITS = 128;
// The bits before the IPv4 address in an IPv4-mapped address.
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/**
 * Returns networks in their stored form, each once: `203.0.113.9/24` becomes `203.0.113.0/24`, an address
 * becomes a network of one address, and an IPv4-mapped network becomes the IPv4 network.
 */
export function ipRangesOf(field: string, texts: readonly string[]): string[] {
  const ranges = texts.map((text, index) => {
    const range = canonical(text);
    if (range === undefined)
      throw invalidField(
        `${field}[${index}]`,
        "must be an IP address or a network such as 203.0.113.0/24",
      );
    return range;
  });
  return [...new Set(ranges)];
}

function canonical(text: string): string | undefined {
  const [address = "", bits, ...rest] = text.split("/");
  // The library also accepts texts such as 010.1 and fe80::1%eth0, which other programs read differently.
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(address) ||
    (ipaddr.IPv6.isValid(address) && !address.includes("%"));
  if (!isAddress || rest.length > 0 || (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits)))
    return undefined;
  return networkOf(ipaddr.parse(address), bits === undefined ? undefined : Number(bits));
}

function networkOf(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  bits = address.kind() === "ipv4" ? IPV4_BITS : IPV6_BITS,
): string | undefined {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return networkOf(address.toIPv4Address(), bits - MAPPED_BITS);
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  if (bits > (family === ipaddr.IPv4 ? IPV4_BITS : IPV6_BITS)) return undefined;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
