import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";
import { expect, inject, onTestFinished, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { repository } from "@tms/stack/paths";

// All services run on one server, so one of them stands for all.
const SERVICE = "tms.wallet.v1.WalletService";
const ADDRESS = inject("urls").wallet.replace("http://", "");
const TOKEN = `Bearer ${inject("tokens").test}`;
const REFUSED = { method: "GetTransfer", request: { game_id: newId(), transfer_id: newId() } };
const REASON = "TRANSFER_NOT_FOUND";

/** Calls a method of a service with a stock client; returns its error and its response. */
async function callStock(file: string, service: string, method: string, request: object) {
  const definition = await protoLoader.load(file, {
    keepCase: true,
    enums: String,
    includeDirs: [join(repository, "proto"), join(repository, "proto/third_party")],
  });
  const constructor = definition[service] as grpc.ServiceDefinition;
  const Client = grpc.makeGenericClientConstructor(constructor, service);
  const client = new Client(ADDRESS, grpc.credentials.createInsecure());
  onTestFinished(() => client.close());
  const metadata = new grpc.Metadata();
  metadata.set("authorization", TOKEN);
  return await new Promise<{ error: grpc.ServiceError | null; response: unknown }>((resolve) => {
    const options = { deadline: Date.now() + 10_000 };
    const done = (error: grpc.ServiceError | null, response: unknown) =>
      resolve({ error, response });
    client[method]?.bind(client)(request, metadata, options, done);
  });
}

test("answers a stock grpc-js client with a status and its reason", async () => {
  const file = "tms/wallet/v1/wallet.proto";
  const { error } = await callStock(file, SERVICE, REFUSED.method, REFUSED.request);
  expect(error?.code).toBe(grpc.status.NOT_FOUND);
  expect(String(error?.metadata.get("grpc-status-details-bin")[0])).toContain(REASON);
});

test.for(["", SERVICE])("reports the health of '%s' to a stock health client", async (service) => {
  const file = "grpc/health/v1/health.proto";
  const { response } = await callStock(file, "grpc.health.v1.Health", "Check", { service });
  expect(response).toEqual({ status: "SERVING" });
});

test("answers buf curl through reflection", async () => {
  const url = inject("urls").wallet;
  const buf = (...args: string[]) =>
    promisify(execFile)("buf", ["curl", "--http2-prior-knowledge", ...args], { timeout: 30_000 });
  const { stdout } = await buf("--list-services", "--protocol", "grpc", url);
  expect(stdout).toContain(SERVICE);
  for (const protocol of ["grpc", "connect"]) {
    const target = `${url}/${SERVICE}/${REFUSED.method}`;
    const data = ["-H", `authorization: ${TOKEN}`, "-d", JSON.stringify(REFUSED.request), target];
    const failure = await buf("--protocol", protocol, ...data).then(
      () => "no failure",
      (error: { stderr: string }) => error.stderr,
    );
    expect(failure).toContain("not_found");
    // The detail is printed as it travels.
    const [, detail = ""] = /"value": "([^"]*)"/.exec(failure) ?? [];
    expect(Buffer.from(detail, "base64").toString()).toContain(REASON);
  }
});
