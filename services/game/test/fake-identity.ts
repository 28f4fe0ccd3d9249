import { equals } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport, type Client } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { createLogger } from "@tms/kit/process/log";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { registerFake } from "@tms/kit/testing/fake";
import { newId } from "@tms/kit/values/ids";
import {
  IdentityService,
  SendMailRequestSchema,
  type SendMailRequest,
} from "@tms/proto/tms/identity/v1/identity";

/** People and their mails, as far as games need them. */
export interface FakeIdentity {
  /** Makes somebody with an account; returns the id. */
  add(name: string): string;
  /** Mails by the id of the request that sent each: a repeat of one is not another. */
  mails: Map<string, SendMailRequest>;
  /** Which of its calls fail, before or, for a mail, also after it is taken. */
  fails: "never" | "always" | "before mail" | "after mail";
  people: Map<string, { id: string; name: string; email: string }>;
  /** How often a mail was asked for, repeats included. */
  asked: number;
}

export function fakeIdentity(): FakeIdentity {
  const people: FakeIdentity["people"] = new Map();
  return {
    people,
    mails: new Map(),
    fails: "never",
    asked: 0,
    add(name) {
      const id = newId();
      people.set(id, { id, name, email: `${name.toLowerCase()}@example.com` });
      return id;
    },
  };
}

/** A client of it. */
export function identityClient(fake: FakeIdentity): Client<typeof IdentityService> {
  const away = () => new ConnectError("away", Code.Unavailable);
  const transport = createRouterTransport(
    (router) =>
      registerFake(router, IdentityService, {
        batchGetUsers({ userIds }) {
          if (fake.fails === "always") throw away();
          return { users: userIds.flatMap((id) => fake.people.get(id) ?? []) };
        },
        sendMail(request) {
          if (fake.fails === "always" || fake.fails === "before mail") throw away();
          const known = fake.mails.get(request.requestId);
          if (known !== undefined && !equals(SendMailRequestSchema, known, request))
            throw new DomainError("REQUEST_ID_REUSED", "It was used with other content.");
          fake.mails.set(request.requestId, request);
          fake.asked++;
          if (fake.fails === "after mail") throw away();
          return {};
        },
      }),
    { router: { interceptors: serverInterceptors(createLogger("identity", "silent")) } },
  );
  return clientOver(IdentityService, transport);
}

/** The token in a mailed invitation. */
export const tokenOf = ({ content }: SendMailRequest): string =>
  content.case === "invitation" ? content.value.token : "";
