import { Code, ConnectError } from "@connectrpc/connect";
import { Http2SessionManager } from "@connectrpc/connect-node";
import { lookup } from "node:dns/promises";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";

const PING_INTERVAL_MS = 10_000;
const CONNECT_LIMIT_MS = 3_000;
const REFRESH_MS = 5_000;
const MAX_AGE_MS = 300_000;
const MAX_REPLICAS = 32;
// A call that was refused as unavailable counts as open for this time. Otherwise a replica that refuses calls
// fast would get most calls and their repeats.
const HELD_MS = 1_000;
const UNAVAILABLE = 503;

export interface BalancerOptions {
  resolve?: (host: string) => Promise<string[]>;
  refreshMs?: number;
  /** The age in milliseconds at which a connection is replaced, varied by up to 20%. */
  maxAgeMs?: number;
}

interface Target {
  url: URL;
  host: string;
}

type Request = Parameters<Http2SessionManager["request"]>;

/**
 * Spreads calls over the replicas of a service, with a connection to each of up to 32 addresses of the host
 * names in `urls`. A call goes to the connected replica with the fewest open calls. Addresses are refreshed
 * every five seconds, when a connection ends, and before a call waits for a connection. If a name cannot be
 * resolved, its last addresses remain in use.
 */
export class Balancer {
  readonly #urls: URL[];
  readonly #options: Required<BalancerOptions>;
  readonly #replicaOf = new WeakMap<ClientHttp2Stream, Replica>();
  #targets: Target[] = [];
  #replicas: Replica[] = [];
  #turn = 0;
  #refreshing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(urls: readonly string[], options: BalancerOptions = {}) {
    this.#urls = urls.map((url) => new URL(url));
    this.#options = { resolve, refreshMs: REFRESH_MS, maxAgeMs: MAX_AGE_MS, ...options };
  }

  async request(...call: Request): Promise<ClientHttp2Stream> {
    const replica = this.#findLeastBusy() ?? (await this.#connect());
    const stream = await replica.request(...call);
    this.#replicaOf.set(stream, replica);
    return stream;
  }

  notifyResponseByteRead(stream: ClientHttp2Stream): void {
    this.#replicaOf.get(stream)?.notifyResponseByteRead(stream);
  }

  /** Returns the connected replica with the fewest open calls. Takes turns among equally busy replicas. */
  #findLeastBusy(): Replica | undefined {
    const all = this.#replicas;
    const first = this.#turn++;
    let best: Replica | undefined;
    for (let i = 0; i < all.length; i++) {
      const replica = all[(first + i) % all.length];
      if (replica?.isReady() && (best === undefined || replica.calls < best.calls)) best = replica;
    }
    return best;
  }

  /** Returns the first replica that connects. If all connections fail, throws the failure of one of them. */
  async #connect(): Promise<Replica> {
    if (this.#timer === undefined)
      this.#timer = setInterval(() => this.#refreshLater(), this.#options.refreshMs).unref();
    await this.#refresh();
    // Without replicas, Promise.race would never settle.
    if (this.#replicas.length === 0)
      throw new ConnectError("no replica has an address", Code.Unavailable);
    const connections = this.#replicas.map((replica) => replica.connected());
    try {
      return await Promise.any(connections);
    } catch {
      return await Promise.race(connections);
    }
  }

  #refreshLater(): void {
    this.#refresh().catch(() => undefined);
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#update().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #update(): Promise<void> {
    const found = await Promise.all(this.#urls.map((url) => this.#findTargets(url)));
    const targets = found.flat();
    this.#targets = targets;
    const isListed = ({ target }: Replica) => targets.some((other) => isSame(target, other));
    this.#replicas.filter((replica) => !isListed(replica)).forEach((replica) => replica.retire());
    const kept = this.#replicas.filter(isListed);
    const added = targets
      .filter((target) => !kept.some((replica) => isSame(replica.target, target)))
      // Shuffled, so that each caller uses other replicas if there are more than MAX_REPLICAS.
      .toSorted(() => Math.random() - 0.5)
      .slice(0, MAX_REPLICAS - kept.length);
    this.#replicas = [...kept, ...added.map((target) => this.#open(target))];
    for (const replica of kept)
      if (replica.isExpired()) this.#renew(replica).catch(() => undefined);
    // Several replicas are connected in advance. A single replica is connected by the next call.
    if (this.#replicas.length > 1)
      for (const replica of this.#replicas) replica.connected().catch(() => undefined);
  }

  async #findTargets(url: URL): Promise<Target[]> {
    try {
      const hosts = await this.#options.resolve(url.hostname.replace(/^\[|\]$/g, ""));
      return hosts.map((host) => ({ url, host }));
    } catch (error) {
      const known = this.#targets.filter((target) => target.url === url);
      if (known.length === 0 && this.#urls.length === 1) throw error;
      return known;
    }
  }

  async #renew(old: Replica): Promise<void> {
    const replica = await this.#open(old.target).connected();
    const isCurrent = this.#replicas.includes(old);
    this.#replicas = this.#replicas.map((other) => (other === old ? replica : other));
    (isCurrent ? old : replica).retire();
  }

  #open(target: Target): Replica {
    const maxAgeMs = this.#options.maxAgeMs * (0.8 + 0.4 * Math.random());
    return new Replica(target, maxAgeMs, (lost) => {
      this.#replicas = this.#replicas.filter((other) => other !== lost);
      this.#refreshLater();
    });
  }
}

const resolve = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const isSame = (one: Target, other: Target): boolean =>
  one.url === other.url && one.host === other.host;

class Replica extends Http2SessionManager {
  readonly target: Target;
  /** The number of open calls, including calls that were refused as unavailable in the last HELD_MS. */
  calls = 0;
  readonly #expiresAt: number;
  readonly #onLost: (lost: Replica) => void;
  #session: ClientHttp2Session | undefined;

  constructor(target: Target, maxAgeMs: number, onLost: (lost: Replica) => void) {
    // Pings check an idle connection, so that a call need not check the connection first.
    const pings = { pingIntervalMs: PING_INTERVAL_MS, pingIdleConnection: true };
    const { origin, protocol, port } = target.url;
    const defaultPort = protocol === "https:" ? 443 : 80;
    super(origin, pings, { host: target.host, port: Number(port) || defaultPort });
    this.target = target;
    this.#expiresAt = performance.now() + maxAgeMs;
    this.#onLost = onLost;
  }

  isReady(): boolean {
    const state = this.state();
    return state === "open" || state === "idle";
  }

  isExpired(): boolean {
    return this.isReady() && performance.now() > this.#expiresAt;
  }

  /** Connects if necessary. Rejects if there is no connection within three seconds. */
  async connected(): Promise<this> {
    const giveUp = () => {
      if (this.state() === "connecting")
        this.abort(new ConnectError("connecting took too long", Code.Unavailable));
    };
    const timer = setTimeout(giveUp, CONNECT_LIMIT_MS).unref();
    const state = await this.connect();
    clearTimeout(timer);
    if (state === "error") throw ConnectError.from(this.error(), Code.Unavailable);
    return this;
  }

  override async request(...call: Request): Promise<ClientHttp2Stream> {
    this.calls++;
    try {
      const stream = await super.request(...call);
      let isRefused = false;
      stream.once("response", (headers) => (isRefused = headers[":status"] === UNAVAILABLE));
      stream.once("close", () => {
        if (isRefused) setTimeout(() => this.calls--, HELD_MS).unref();
        else this.calls--;
      });
      const { session } = stream;
      if (session && session !== this.#session) this.#watch(session);
      return stream;
    } catch (error) {
      this.calls--;
      throw error;
    }
  }

  /** Closes the connection after its calls have ended. */
  retire(): void {
    if (this.#session) this.#session.close();
    else this.abort();
  }

  #watch(session: NonNullable<ClientHttp2Stream["session"]>): void {
    this.#session = session as ClientHttp2Session;
    // Connect stops listening to a connection that it gave up. An error without a listener ends the process.
    session.on("error", () => undefined);
    // Connect also pings a connection that is closing. On a destroyed session, this would end the process.
    const ping = session.ping.bind(session);
    Object.assign(session, {
      ping: (...given: Parameters<typeof ping>) => !session.destroyed && ping(...given),
    });
    const onLost = () => this.#onLost(this);
    session.once("goaway", onLost).once("close", onLost);
  }
}
