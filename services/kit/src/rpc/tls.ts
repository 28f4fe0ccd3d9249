import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Http2SecureServer } from "node:http2";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Logger } from "../process/log.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { InvalidFileError, watchFile } from "../process/watched-file.ts";

// The files of a TLS folder have the names of the keys of a Kubernetes Secret for TLS.
const [CERTIFICATE, KEY, AUTHORITY] = ["tls.crt", "tls.key", "ca.crt"] as const;

/**
 * Trusts the authority in `ca.crt` for new connections of this process, in addition to `others`. Throws
 * InvalidFileError if the file cannot be used.
 */
export function trustAuthority(folder: string, others = getCACertificates("default")): void {
  useFile(folder, AUTHORITY, (authority) => {
    // Refuses a file without a certificate, which setDefaultCACertificates would ignore.
    void new X509Certificate(authority);
    setDefaultCACertificates([...others, authority]);
  });
}

/** Trusts the authority in `ca.crt`, and its replacement after each change. */
export function watchAuthority(folder: string, log: Logger, shutdown: Shutdown): Promise<void> {
  const others = getCACertificates("default");
  const file = watched(folder, AUTHORITY, () => trustAuthority(folder, others));
  return watchFile(file, log, shutdown);
}

/** Serves new connections with `tls.crt` and `tls.key`. Reloads both files after a change of `tls.crt`. */
export function useCertificate(
  server: Http2SecureServer,
  folder: string,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const file = watched(folder, CERTIFICATE, () => {
    const toKey = (key: Buffer) => ({ key, parsed: createPrivateKey(key) });
    const { key, parsed } = useFile(folder, KEY, toKey);
    useFile(folder, CERTIFICATE, (cert) => {
      // The files may not match while an operator replaces them.
      if (!new X509Certificate(cert).checkPrivateKey(parsed))
        throw new Error(`the certificate does not match the key in ${KEY}`);
      server.setSecureContext({ cert, key, minVersion: "TLSv1.3" });
    });
  });
  return watchFile(file, log, shutdown);
}

const watched = (folder: string, file: string, apply: () => void) => ({
  what: `TLS file ${file}`,
  setting: "TLS_FOLDER",
  path: join(folder, file),
  apply,
});

/** Passes the content of a file to `use`. Throws InvalidFileError with the path if reading or `use` fails. */
function useFile<T>(folder: string, name: string, use: (content: Buffer) => T): T {
  const path = join(folder, name);
  try {
    return use(readFileSync(path));
  } catch (error) {
    // Errors of the file system and of OpenSSL contain no secrets.
    const text = error instanceof Error ? error.message : String(error);
    throw new InvalidFileError(`cannot use ${path}: ${text}`, { cause: error });
  }
}
