import { randomBytes } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import type { Deliver } from "@tms/kit/database/outbox";
import { DomainError, found, invalidField, required } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { Origin } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import { textOf } from "@tms/kit/values/input";
import { decrypt, encrypt, type Keyring } from "@tms/kit/values/keyring";
import type { Endpoint } from "@tms/proto/tms/event/v1/endpoint";
import type { Event } from "@tms/proto/tms/event/v1/event";
import { MemberService, Role } from "@tms/proto/tms/game/v1/member";
import type { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { EVENT_TYPES } from "@tms/resources/event-types";
import type { LeasedEndpoint } from "./db/dispatches.ts";
import { findEndpoint, lockEndpoint, type EndpointRow } from "./db/endpoints.ts";
import { endpointUrlRefused } from "./errors.ts";
import type { Games } from "./games.ts";
import { appendEvent } from "./log/append.ts";
import { toEndpoint } from "./messages.ts";
import { isPublicAddress, literalAddress } from "./sending/addresses.ts";

const MAX_URL_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 500;

/**
 * Returns the normalized URL. Throws ENDPOINT_URL_REFUSED unless the URL is absolute, uses https, has at most
 * 2,000 characters, and has no credentials, fragment or private address. `allowPrivate` also permits http and
 * private addresses. Host names are resolved only when events are sent.
 */
export function parseUrl(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw endpointUrlRefused("must be an absolute URL");
  const isSecure = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isSecure)
    throw endpointUrlRefused(`must start with https://${allowPrivate ? " or http://" : ""}`);
  if (url.username !== "" || url.password !== "")
    throw endpointUrlRefused("must not contain credentials");
  if (text.includes("#")) throw endpointUrlRefused("must not have a fragment");
  if (url.href.length > MAX_URL_LENGTH)
    throw endpointUrlRefused(`must have at most ${MAX_URL_LENGTH} characters`);
  const address = literalAddress(url.hostname);
  if (address !== undefined && !allowPrivate && !isPublicAddress(address))
    throw endpointUrlRefused("must have a public address");
  return url.href;
}

const ALL = "*";
const SUBSCRIBABLE: ReadonlySet<string> = new Set([
  ALL,
  ...EVENT_TYPES.flatMap((type) => [type, `${type.split(".")[0]}.*`]),
]);

/** Returns each type once; `*` if the list is empty or has `*`. Throws INVALID_ARGUMENT for unknown types. */
export function parseSubscription(types: readonly string[]): string[] {
  const unknown = types.findIndex((type) => !SUBSCRIBABLE.has(type));
  if (unknown !== -1)
    throw invalidField(
      `events[${unknown}]`,
      "must be *, an event type or a group of event types such as entry.*",
    );
  return types.length === 0 || types.includes(ALL) ? [ALL] : [...new Set(types)];
}

export const parseDescription = (text: string): string =>
  textOf("description", text, MAX_DESCRIPTION_LENGTH);

const SECRET_BYTES = 32;

export const formatSecret = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString("base64")}`;

export function makeSecret(keys: Keyring, endpointId: string) {
  const secret = randomBytes(SECRET_BYTES);
  return { secret, encrypted: encrypt(keys, secret, endpointId) };
}

/** Decrypts a secret. Throws an Error if SECRETS_KEY does not contain the key that encrypted the secret. */
export const decryptSecret = (keys: Keyring, encrypted: Uint8Array, endpointId: string) =>
  required(
    decrypt(keys, encrypted, endpointId),
    `SECRETS_KEY does not contain the key that encrypted the secret of endpoint ${endpointId}`,
  );

type EncryptedSecrets = Pick<
  LeasedEndpoint,
  "endpointId" | "encryptedSecret" | "previousEncryptedSecret"
>;

/** Decrypts the secrets that sign events now. The current secret comes first. */
export const decryptSecrets = (
  keys: Keyring,
  { endpointId, encryptedSecret, previousEncryptedSecret: previous }: EncryptedSecrets,
): Buffer[] =>
  [encryptedSecret, previous ?? []]
    .flat()
    .map((encrypted) => decryptSecret(keys, encrypted, endpointId));

type EndpointKey = { gameId: string; endpointId: string };

/** Locks an endpoint. Throws ENDPOINT_NOT_FOUND if the environment has no such endpoint. */
export const lockKnown = async (tx: Tx, { gameId, endpointId }: EndpointKey) =>
  found(await lockEndpoint(tx, gameId, endpointId), "ENDPOINT_NOT_FOUND");

/** Locks an endpoint. Throws ENDPOINT_NOT_FOUND or ENDPOINT_DISABLED. */
export async function lockEnabled(tx: Tx, key: EndpointKey) {
  const endpoint = await lockKnown(tx, key);
  if (endpoint.disabledReason !== null) throw new DomainError("ENDPOINT_DISABLED");
  return endpoint;
}

export type EndpointCase = Extract<Event["change"]["case"], `webhookEndpoint${string}`>;

/**
 * Appends events about an endpoint. Returns the endpoint as an RPC message. Appending locks the head of the
 * environment, so the transaction must take all other locks first.
 */
export async function appendEndpointEvents(
  tx: Tx,
  { id, gameId, test }: Pick<EndpointRow, "id" | "gameId" | "test">,
  origin: Origin,
  cases: readonly EndpointCase[],
): Promise<Endpoint> {
  const row = required(await findEndpoint(tx, gameId, id), "a locked endpoint disappeared");
  const endpoint = toEndpoint(row);
  for (const change of cases)
    await appendEvent(tx, { gameId, test }, origin, { case: change, value: { endpoint } });
  return endpoint;
}

export const ENDPOINT_MAIL = "endpoint-mail";

export interface EndpointMail {
  kind: "failing" | "disabled";
  gameId: string;
  url: string;
}

const CASES = { failing: "endpointFailing", disabled: "endpointDisabled" } as const;
const CALL_LIMIT = { timeoutMs: 5_000 };
const ROLES: ReadonlySet<Role> = new Set([Role.OWNER, Role.DEVELOPER]);

/** Creates the function that mails the owners and developers of a game. A repeat sends no second mail. */
export const createMailDelivery =
  (clients: {
    games: Games;
    members: Client<typeof MemberService>;
    identity: Client<typeof IdentityService>;
  }): Deliver<EndpointMail> =>
  async ({ id, payload: { kind, gameId, url } }) => {
    const game = await clients.games(gameId);
    if (game === undefined) return;
    const { projectId, name: gameName } = game;
    const { members } = await clients.members.listMembers({ projectId }, CALL_LIMIT);
    const content = { case: CASES[kind], value: { gameName, url } };
    for (const { userId } of members.filter(({ role }) => ROLES.has(role))) {
      const requestId = derivedId("endpoint-mail", id, userId);
      const to = { case: "userId" as const, value: userId };
      await clients.identity
        .sendMail({ requestId, to, content }, CALL_LIMIT)
        .catch((error: unknown) => {
          // Skips deleted accounts, and people who got this mail with an earlier name of the game.
          if (!refusedFor(error, "USER_NOT_FOUND", "REQUEST_ID_REUSED")) throw error;
        });
    }
  };
