import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, getCACertificates, setDefaultCACertificates } from "node:tls";
import { ConfigError } from "@tms/kit/process/config";
import { createShutdown } from "@tms/kit/process/shutdown";
import type { RemoteError } from "@tms/kit/errors/remote-error";
import { InvalidFileError } from "@tms/kit/process/watched-file";
import { connectTo } from "@tms/kit/rpc/client";
import { trustAuthority, watchAuthority } from "@tms/kit/rpc/tls";
import { TEST_TOKEN } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { generate } from "selfsigned";
import { expect, test as base } from "vitest";
import { serveGames } from "./games-service.ts";

const log = pino({ level: "silent" });

const test = base.extend("folder", async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), "tms-tls-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return folder;
});

/** Writes a new certificate, which is its own authority, and returns its fingerprint. */
async function issue(folder: string): Promise<string> {
  const altNames = [{ type: 7 as const, ip: "127.0.0.1" }];
  const extensions = [{ name: "subjectAltName" as const, altNames }];
  const { cert, private: key } = await generate(undefined, { extensions });
  await writeFile(join(folder, "tls.key"), key);
  await writeFile(join(folder, "ca.crt"), cert);
  await writeFile(join(folder, "tls.crt"), cert);
  return new X509Certificate(cert).fingerprint256;
}

async function shownAt(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", ALPNProtocols: ["h2"] });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test("encrypts calls, and uses a replaced certificate", async ({ folder, onTestFinished }) => {
  const authorities = getCACertificates("default");
  const shutdown = createShutdown(log);
  onTestFinished(async () => {
    await shutdown.run();
    setDefaultCACertificates(authorities);
  });
  await issue(folder);
  const { port } = await serveGames(async () => ({}), { tlsFolder: folder });
  const call = (protocol: string) =>
    connectTo(GameService, `${protocol}://127.0.0.1:${port}`, TEST_TOKEN)
      .getGame({ gameId: newId() })
      .then(
        () => "served",
        (error: RemoteError) => error.reason,
      );
  expect(await call("https")).toBe("UNAVAILABLE");
  await watchAuthority(folder, log, shutdown);
  expect(await call("https")).toBe("served");
  expect(await call("http")).toBe("UNAVAILABLE");

  const fingerprint = await issue(folder);
  await expect.poll(() => shownAt(port).catch(String)).toBe(fingerprint);
  expect(await call("https")).toBe("served");
});

test("does not start without a certificate that fits its key", async ({ folder }) => {
  const start = () => serveGames(async () => ({}), { tlsFolder: folder });
  await issue(folder);
  const otherKey = await readFile(join(folder, "tls.key"));
  await issue(folder);
  await writeFile(join(folder, "tls.key"), otherKey);
  await expect(start()).rejects.toThrow("tls.crt: the certificate does not match the key");
  await writeFile(join(folder, "tls.crt"), "");
  await expect(start()).rejects.toThrow(ConfigError);
  await rm(join(folder, "tls.key"));
  await expect(start()).rejects.toThrow(`cannot use ${join(folder, "tls.key")}`);
});

test("does not start with an empty authority", async ({ folder }) => {
  await writeFile(join(folder, "ca.crt"), "");
  const started = watchAuthority(folder, log, createShutdown(log));
  await expect(started).rejects.toThrow(`cannot use ${join(folder, "ca.crt")}`);
  expect(() => trustAuthority(folder)).toThrow(InvalidFileError);
});
