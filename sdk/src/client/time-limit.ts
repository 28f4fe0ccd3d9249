/** A signal that aborts when the caller gives up, or when its time is over. */
export interface TimeLimit {
  signal: AbortSignal;
  /** Gives the whole time again. */
  restart: () => void;
  /** Must be called at the end, whatever happened. */
  end: () => void;
}

/**
 * Starts a time limit. Neither `AbortSignal.timeout` nor `AbortSignal.any` will do: Node 20 collects a
 * signal of `any` that only a request refers to, which then never ends, and a timer of `timeout` does
 * not keep the process alive until its call is settled.
 */
export function startTimeLimit(ms: number, message: string, caller: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException(message, "TimeoutError"));
  const giveUp = () => controller.abort(caller.reason);
  let timer = setTimeout(expire, ms);
  if (caller.aborted) giveUp();
  caller.addEventListener("abort", giveUp);
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener("abort", giveUp);
    },
  };
}
