import { readFile } from "node:fs/promises";
import type { Http2SecureServer } from "node:http2";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Logger } from "../process/log.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { InvalidFileError, watchFile } from "../process/watched-file.ts";

// The files of a TLS folder have the names of the keys of a Kubernetes Secret for TLS.
const [CERTIFICATE, KEY, AUTHORITY] = ["tls.crt", "tls.key", "ca.crt"] as const;

/** Trusts the authority in `ca.crt` for new connections of this process, in addition to `others`. */
export async function trustAuthority(
  folder: string,
  others = getCACertificates("default"),
): Promise<void> {
  const authority = await readFile(join(folder, AUTHORITY), "utf8");
  refuseInvalid(() => setDefaultCACertificates([...others, authority]));
}

/** Trusts the authority in `ca.crt`, and its replacement after each change. */
export function watchAuthority(folder: string, log: Logger, shutdown: Shutdown): Promise<void> {
  const others = getCACertificates("default");
  return watch(folder, AUTHORITY, log, shutdown, () => trustAuthority(folder, others));
}

/** Serves new connections with the certificate in `tls.crt` and the key in `tls.key`. */
export async function useCertificate(
  server: Http2SecureServer,
  folder: string,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  await watch(folder, CERTIFICATE, log, shutdown, async () => {
    const [cert, key] = await Promise.all(
      [CERTIFICATE, KEY].map((name) => readFile(join(folder, name))),
    );
    refuseInvalid(() => server.setSecureContext({ cert, key, minVersion: "TLSv1.3" }));
  });
}

const watch = (
  folder: string,
  file: string,
  log: Logger,
  shutdown: Shutdown,
  apply: () => Promise<void>,
): Promise<void> =>
  watchFile(
    { what: `TLS file ${file}`, setting: "TLS_FOLDER", path: join(folder, file), apply },
    log,
    shutdown,
  );

/** OpenSSL reports faults of a certificate with texts that contain no secrets. */
function refuseInvalid(use: () => void): void {
  try {
    use();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new InvalidFileError(`the file is invalid: ${text}`, { cause: error });
  }
}
