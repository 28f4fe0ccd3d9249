import { execFile, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { until } from "@tms/stack/until";
import { rolldown } from "rolldown";
import { generate } from "selfsigned";
import type { Figures } from "./load.ts";

export const NAMESPACE = "tms-cluster-test";
/** The namespace of the pods that send the load and kill processes. */
export const TOOLS = `${NAMESPACE}-tools`;

/** Runs a command, and returns its output. Throws an Error with its error output if it fails. */
async function run(command: string, args: readonly string[], input?: object): Promise<string> {
  const options = { timeout: 900_000, maxBuffer: 64 * 1024 * 1024 };
  const running = promisify(execFile)(command, args, options);
  running.child.stdin?.on("error", ignoreBrokenPipe).end(JSON.stringify(input));
  return (await running).stdout;
}

/** Ignores the error of writing to a command that has exited, because the command reports its own failure. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

export const helm = (...args: readonly string[]): Promise<string> =>
  run("helm", ["-n", NAMESPACE, ...args]);

export const kubectl = (...args: readonly string[]): Promise<string> =>
  run("kubectl", ["-n", NAMESPACE, ...args]);

export const inTools = (...args: readonly string[]): Promise<string> =>
  run("kubectl", ["-n", TOOLS, ...args]);

/** Creates an authority. Returns a function that stores a new certificate for the services in a Secret. */
export async function createAuthority(secret: string, services: readonly string[]) {
  const toSubject = (value: string) => [{ name: "commonName", value }];
  const isAuthority = { name: "basicConstraints" as const, cA: true };
  const root = await generate(toSubject("authority"), { extensions: [isAuthority] });
  const altNames = services.map((name) => ({ type: 2 as const, value: `tms-${name}-pods` }));
  const extensions = [{ name: "subjectAltName" as const, altNames }];
  return async (): Promise<{ fingerprint: string }> => {
    const ca = { key: root.private, cert: root.cert };
    const { cert, private: key } = await generate(toSubject("services"), { extensions, ca });
    const stringData = { "tls.crt": cert, "tls.key": key, "ca.crt": root.cert };
    const object = { apiVersion: "v1", kind: "Secret", metadata: { name: secret }, stringData };
    await run("kubectl", ["-n", NAMESPACE, "apply", "-f", "-"], object);
    return { fingerprint: new X509Certificate(cert).fingerprint256 };
  };
}

interface Pod {
  metadata: { name: string; deletionTimestamp?: string };
  spec: { nodeName: string };
  status: {
    containerStatuses?: { containerID: string; restartCount: number; ready: boolean }[];
  };
}

/** Lists the pods of a process that are not being deleted. */
async function listPods(component: string): Promise<Pod[]> {
  const selector = `app.kubernetes.io/component=${component}`;
  const list = JSON.parse(await kubectl("get", "pods", "-l", selector, "-o", "json")) as {
    items: Pod[];
  };
  return list.items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** Evicts a pod of a process, as a drain of its node does, and waits until it is gone. */
export async function evict(component: string): Promise<void> {
  const name = (await listPods(component))[0]?.metadata.name;
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`;
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } };
  await run("kubectl", ["create", "--raw", path, "-f", "-"], eviction);
  await kubectl("wait", "--for=delete", `pod/${name}`, "--timeout=120s");
}

/** Kills a pod of a process with SIGKILL, and waits until its container runs again. */
export async function kill(component: string): Promise<void> {
  const [pod] = await listPods(component);
  const [container] = pod?.status.containerStatuses ?? [];
  if (pod === undefined || container === undefined) throw new Error(`${component} has no pod`);
  const id = container.containerID.replace(/^.*:\/\//, "");
  // A container cannot kill its own first process, so a pod that sees all processes of the node does it.
  const script = `for p in /proc/[0-9]*; do if grep -qs ${id} $p/cgroup; then kill -9 \${p#/proc/}; fi; done`;
  const onNode = `--field-selector=spec.nodeName=${pod.spec.nodeName}`;
  const tool = (await inTools("get", "pods", onNode, "-o", "name")).trim();
  await inTools("exec", tool, "--", "sh", "-c", script);
  const { name } = pod.metadata;
  const isRestarted = async () => {
    const found = (await listPods(component)).find(({ metadata }) => metadata.name === name);
    const [now] = found?.status.containerStatuses ?? [];
    return now !== undefined && now.ready && now.restartCount > container.restartCount;
  };
  await until(isRestarted, { timeoutMs: 180_000, everyMs: 500, what: `the restart of ${name}` });
}

/** Returns the number of calls that each pod of a service has served, by the name of the pod. */
export async function countCalls(component: string, probePort: number) {
  const pods = await listPods(component);
  const counts = pods.map(async ({ metadata: { name } }) => {
    const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}:${probePort}/proxy/metrics`;
    const metrics = await kubectl("get", "--raw", path);
    const series = [...metrics.matchAll(/^grpc_server_handled_total\{.*\} (\S+)$/gm)];
    return [name, series.reduce((sum, [, count]) => sum + Number(count), 0)] as const;
  });
  return new Map(await Promise.all(counts));
}

/** Lists everything in the namespace of the release, without events and Kubernetes' own objects. */
export async function listObjects(): Promise<string[]> {
  const kinds = await kubectl("api-resources", "--namespaced", "--verbs=list", "-o", "name");
  const names = await kubectl("get", kinds.trim().replaceAll("\n", ","), "-o", "name");
  const own = /^event|^configmap\/kube-root-ca\.crt$|^serviceaccount\/default$/;
  return names.split("\n").filter((name) => name !== "" && !own.test(name));
}

/** Starts a pod per node that can send the load and kill processes, with the image of the gateway. */
export async function startTools(): Promise<void> {
  const bundle = await rolldown({ input: join(import.meta.dirname, "load.ts"), platform: "node" });
  const { output } = await bundle.generate();
  const path = "jsonpath={.spec.template.spec.containers[0]['image','imagePullPolicy']}";
  const gateway = await kubectl("get", "deployment/tms-gateway", "-o", path);
  const [image, imagePullPolicy] = gateway.split(" ");
  const tool = {
    name: "tool",
    image,
    imagePullPolicy,
    command: ["sleep", "infinity"],
    resources: { requests: { cpu: "100m" } },
    securityContext: { runAsUser: 0 },
    volumeMounts: [{ name: "load", mountPath: "/load" }],
  };
  const volumes = [{ name: "load", configMap: { name: "tools" } }];
  const pod = { hostPID: true, terminationGracePeriodSeconds: 1, containers: [tool], volumes };
  const metadata = { name: "tools", namespace: TOOLS, labels: { app: "tools" } };
  const template = { metadata: { labels: metadata.labels }, spec: pod };
  const spec = { selector: { matchLabels: metadata.labels }, template };
  const items = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: TOOLS } },
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "load.mjs": output[0].code } },
    { apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec },
  ];
  await run("kubectl", ["create", "-f", "-"], { apiVersion: "v1", kind: "List", items });
  await inTools("rollout", "status", "daemonset/tools", "--timeout=180s");
}

/** Starts the load in a pod, because a port that kubectl forwards closes with the pod behind it. */
export function startLoad(apiKey: string) {
  const command = ["node", "/load/load.mjs", `http://tms-gateway.${NAMESPACE}`, apiKey];
  const args = ["-n", TOOLS, "exec", "-i", "daemonset/tools", "--", ...command];
  const child = spawn("kubectl", args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", ignoreBrokenPipe);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readFigures = async () => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error("the load has ended");
    return JSON.parse(value) as Figures;
  };
  return {
    /** Returns the figures since the last call. */
    read(): Promise<Figures> {
      child.stdin.write("\n");
      return readFigures();
    },
    /** Ends the load, checks everything that was acknowledged, and returns the last figures. */
    finish(): Promise<Figures> {
      child.stdin.end();
      return readFigures();
    },
  };
}
