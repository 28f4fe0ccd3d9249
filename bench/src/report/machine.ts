import { arch, availableParallelism, cpus, totalmem, type } from "node:os";

const GIB = 1_024 ** 3;

/** The machine on which the figures were measured. */
export const describeMachine = (): Record<string, string> => ({
  processors: `${availableParallelism()} × ${cpus()[0]?.model ?? arch()}`,
  memory: `${Math.round(totalmem() / GIB)} GiB`,
  system: type(),
  node: `Node ${process.version}`,
});
