import pg from "pg";
import { sqlState } from "./errors.ts";

// too_many_connections: the server, the database or the role has no free connection.
const TOO_MANY = "53300";
const PAUSE_MS = 50;
const HOLD_MS = 1_000;

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: unknown) => void,
) => void;

/**
 * A pool that opens no further connection for a second after Postgres has refused one. Meanwhile queries wait
 * for the connections that the pool has. Without any, the pool tries again until the time to connect is over.
 */
export class PatientPool extends pg.Pool {
  readonly #max: number;
  readonly #patienceMs: number;
  #established = 0;
  #hold: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#max = config.max;
    this.#patienceMs = config.connectionTimeoutMillis;
    this.on("connect", () => this.#established++);
    this.on("remove", () => this.#established--);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnection: OnConnection): void;
  override connect(onConnection?: OnConnection): Promise<pg.PoolClient> | void {
    const until = performance.now() + this.#patienceMs;
    if (onConnection !== undefined) return this.#attempt(until, onConnection);
    return new Promise((resolve, reject) =>
      this.#attempt(until, (error, client) => (client ? resolve(client) : reject(error))),
    );
  }

  #attempt(until: number, onConnection: OnConnection): void {
    super.connect((error, client, release) => {
      if (sqlState(error) !== TOO_MANY || performance.now() > until)
        return onConnection(error, client, release);
      this.#holdBack();
      setTimeout(() => this.#attempt(until, onConnection), PAUSE_MS);
    });
  }

  #holdBack(): void {
    this.options.max = Math.max(1, this.#established);
    clearTimeout(this.#hold);
    this.#hold = setTimeout(() => (this.options.max = this.#max), HOLD_MS).unref();
  }
}
