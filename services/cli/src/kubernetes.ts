import { readEnv } from "@tms/kit/process/config";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "./errors.ts";
import type { SecretData, SecretStore } from "./secrets.ts";

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
const TIMEOUT_MS = 10_000;

interface Secret {
  data?: SecretData;
}

/**
 * Returns the Secrets of the pod's namespace. Node must trust the authority of the API server, which
 * NODE_EXTRA_CA_CERTS names.
 */
export async function openKubernetes(): Promise<SecretStore> {
  const env = readEnv();
  const host = env.text("KUBERNETES_SERVICE_HOST");
  const port = env.text("KUBERNETES_SERVICE_PORT");
  env.done();
  const [token, namespace] = await Promise.all(
    ["token", "namespace"].map((name) => readFile(join(ACCOUNT, name), "utf8")),
  );
  // The address can be an IPv6 address.
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return kubernetesSecrets(`${server}/api/v1/namespaces/${namespace}/secrets`, token ?? "");
}

/** Returns the Secrets at the URL of a namespace's Secrets. */
export function kubernetesSecrets(url: string, token: string): SecretStore {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (target: string, body?: object) =>
    fetch(target, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  return {
    async find(name) {
      const response = await send(`${url}/${name}`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw await refusal(`read the Secret ${name}`, response);
      const { data = {} } = (await response.json()) as Secret;
      return Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
      );
    },
    async create(name, data) {
      const response = await send(url, toManifest(name, data));
      if (!response.ok) throw await refusal(`create the Secret ${name}`, response);
    },
  };
}

/** Returns the manifest of a Secret. */
export const toManifest = (name: string, stringData: SecretData) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, labels: { "app.kubernetes.io/name": "tms" } },
  type: "Opaque",
  stringData,
});

async function refusal(action: string, response: Response): Promise<OperatorError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  return new OperatorError(
    `The Kubernetes API refused to ${action}: ${message ?? response.status}`,
  );
}
