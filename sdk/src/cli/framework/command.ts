import type { Connection } from "../connection.ts";
import type { Output } from "./output.ts";

/** An option of a command. */
export interface OptionSpec {
  /** What it is for, for the help. */
  about: string;
  /** What its value is called in the help; a flag when absent. */
  value?: string;
  short?: string;
  isRequired?: boolean;
  choices?: readonly string[];
}

/** A word after the command's name. */
export interface ArgumentSpec {
  name: string;
  about: string;
  isOptional?: boolean;
}

/** A command as it was called. */
export interface Call {
  /** An argument; empty where it is optional and absent. */
  argument: (name: string) => string;
  option: (name: string) => string | undefined;
  flag: (name: string) => boolean;
  output: Output;
  /** Finds out where the service is. */
  baseUrl: () => Promise<string>;
  /** Finds out where the service is and who acts. */
  connect: () => Promise<Connection>;
  env: NodeJS.ProcessEnv;
}

/** A command: what it is called with, what the help says of it, and what it does. */
export interface Command {
  /** One word, or two: `tournaments create`. */
  name: string;
  /** One line of the overview. */
  summary: string;
  /** What else there is to know, for its own help. */
  about?: string;
  arguments?: readonly ArgumentSpec[];
  options?: Readonly<Record<string, OptionSpec>>;
  examples: readonly string[];
  run(call: Call): Promise<void>;
}

/** What every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { about: "print only JSON on standard output, one document per line" },
  help: { about: "print this help", short: "h" },
};
