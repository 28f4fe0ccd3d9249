import { Code, ConnectError } from "@connectrpc/connect";

/**
 * How a call goes wrong: it finds nobody there, it meets a defect, or the worker dies in it and
 * is never heard of again.
 */
export type Fault = "fails" | "breaks" | "dies";

/** Lets chosen calls go wrong, before or after they did their work. */
export class Faults {
  /** Every call so far, by name. */
  readonly calls: string[] = [];
  /** Asked before and after each call, given how many there were before it. */
  plan: (call: { index: number; name: string; when: "before" | "after" }) => Fault | undefined =
    () => undefined;
  #died = Promise.withResolvers<void>();

  /** Settles when the next worker dies. */
  renew(): Promise<void> {
    this.#died = Promise.withResolvers();
    return this.#died.promise;
  }

  async around<T>(name: string, call: () => Promise<T>): Promise<T> {
    const index = this.calls.push(name) - 1;
    await this.#pass({ index, name, when: "before" });
    const result = await call();
    await this.#pass({ index, name, when: "after" });
    return result;
  }

  async #pass(at: Parameters<Faults["plan"]>[0]): Promise<void> {
    const fault = this.plan(at);
    if (fault === "fails") throw new ConnectError("out of order", Code.Unavailable);
    if (fault === "breaks") throw new ConnectError("a defect", Code.Internal);
    if (fault === "dies") {
      this.#died.resolve();
      await new Promise<never>(() => undefined);
    }
  }
}
