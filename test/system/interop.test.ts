import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
import { describe, expect, inject, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { repository } from "@tms/stack/paths";

const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;
/** What a service's protos are called. */
const packageOf = (name: string) => (name === "events" ? "event" : name);
const typeName = (name: string) => {
  const word = packageOf(name);
  return `tms.${word}.v1.${word.charAt(0).toUpperCase()}${word.slice(1)}Service`;
};
const addressOf = (name: (typeof SERVICES)[number]) => inject("urls")[name].replace("http://", "");

const TOKEN = `Bearer ${inject("tokens").test}`;

/** A call to each service that is refused in a way only the service itself can. */
const CALLS: Record<
  (typeof SERVICES)[number],
  { method: string; request: object; reason: string }
> = {
  game: { method: "GetGame", request: { game_id: newId() }, reason: "GAME_NOT_FOUND" },
  tournament: {
    method: "PublishTournament",
    request: { request_id: newId(), game_id: newId(), tournament_id: newId() },
    reason: "TOURNAMENT_NOT_FOUND",
  },
  entry: {
    method: "GetGamer",
    request: { game_id: newId(), handle: "x" },
    reason: "GAMER_NOT_FOUND",
  },
  wallet: {
    method: "GetTransfer",
    request: { game_id: newId(), transfer_id: newId() },
    reason: "TRANSFER_NOT_FOUND",
  },
  settlement: {
    method: "GetSettlement",
    request: { game_id: newId(), tournament_id: newId() },
    reason: "TOURNAMENT_NOT_FOUND",
  },
  identity: { method: "GetUser", request: { user_id: newId() }, reason: "USER_NOT_FOUND" },
  events: {
    method: "GetEvent",
    request: { game_id: newId(), event_id: newId() },
    reason: "EVENT_NOT_FOUND",
  },
};

describe.each(SERVICES)("the %s service", (name) => {
  test("answers a stock grpc-js client with a status and its reason", async () => {
    const { method, request, reason } = CALLS[name];
    const definition = await protoLoader.load(
      `tms/${packageOf(name)}/v1/${packageOf(name)}.proto`,
      {
        keepCase: true,
        longs: String,
        includeDirs: [join(repository, "proto"), join(repository, "proto/third_party")],
      },
    );
    const service = definition[typeName(name)];
    const Client = grpc.makeGenericClientConstructor(service as grpc.ServiceDefinition, name);
    const client = new Client(addressOf(name), grpc.credentials.createInsecure());
    try {
      const error = await new Promise<grpc.ServiceError | null>((resolve) => {
        const call = client[method]?.bind(client);
        const metadata = new grpc.Metadata();
        metadata.set("authorization", TOKEN);
        const options = { deadline: Date.now() + 10_000 };
        call?.(request, metadata, options, (failure: grpc.ServiceError | null) => resolve(failure));
      });
      expect(error?.code).toBe(grpc.status.NOT_FOUND);
      expect(String(error?.metadata.get("grpc-status-details-bin")[0])).toContain(reason);
    } finally {
      client.close();
    }
  });

  test("answers buf curl through reflection", async () => {
    const buf = (...args: string[]) =>
      promisify(execFile)("buf", ["curl", "--http2-prior-knowledge", ...args], { timeout: 30_000 });
    const url = `http://${addressOf(name)}`;
    const { stdout } = await buf("--list-services", "--protocol", "grpc", url);
    expect(stdout).toContain(typeName(name));
    const { method, request, reason } = CALLS[name];
    for (const protocol of ["grpc", "connect"]) {
      const target = `${url}/${typeName(name)}/${method}`;
      const asked = ["-H", `authorization: ${TOKEN}`, "-d", JSON.stringify(request), target];
      const failure = await buf("--protocol", protocol, ...asked).then(
        () => "no failure",
        (error: { stderr: string }) => error.stderr,
      );
      expect(failure).toContain("not_found");
      // The detail is printed as it travels.
      const [, detail = ""] = /"value": "([^"]*)"/.exec(failure) ?? [];
      expect(Buffer.from(detail, "base64").toString()).toContain(reason);
    }
  });

  test("reports its health to a stock health client", async () => {
    const definition = await protoLoader.load("grpc/health/v1/health.proto", {
      includeDirs: [join(repository, "proto/third_party")],
      enums: String,
    });
    const health = definition["grpc.health.v1.Health"];
    const Client = grpc.makeGenericClientConstructor(health as grpc.ServiceDefinition, "Health");
    const client = new Client(addressOf(name), grpc.credentials.createInsecure());
    try {
      for (const service of ["", typeName(name)]) {
        const status = await new Promise<unknown>((resolve, reject) => {
          const call = client["check"]?.bind(client);
          call?.({ service }, (error: Error | null, response: { status: unknown }) =>
            error ? reject(error) : resolve(response.status),
          );
        });
        expect(status).toBe("SERVING");
      }
    } finally {
      client.close();
    }
  });
});
