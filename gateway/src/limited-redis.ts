import { Redis, type RedisOptions } from "ioredis";

type Options = Omit<RedisOptions, "commandTimeout" | "replyMapping">;

/**
 * A connection whose commands fail once they took too long while this process ran. Node looks at its
 * timers before it reads: after the process stood still, as when its machine is paused, an answer may
 * lie there unread, or be on its way. A limit in two halves, the second of which begins when the first
 * is found to be over, leaves time to read it.
 */
export class LimitedRedis extends Redis {
  readonly #halfMs: number;

  /** `commandLimitMs`: how long a command may take, in milliseconds. */
  constructor(url: string, commandLimitMs: number, options: Options) {
    super(url, options);
    this.#halfMs = commandLimitMs / 2;
  }

  override sendCommand(...[command, ...rest]: Parameters<Redis["sendCommand"]>): unknown {
    const giveUp = () => command.reject(new Error("Command timed out"));
    let timer = setTimeout(() => (timer = setTimeout(giveUp, this.#halfMs)), this.#halfMs);
    void command.promise.catch(() => undefined).finally(() => clearTimeout(timer));
    return super.sendCommand(command, ...rest);
  }
}
