import { isTmsError, TmsConnectionError } from "../errors.ts";
import { writeLine } from "./output.ts";

/** The error of an invalid command line. The exit code is 2. */
export class Misuse extends Error {
  override name = "Misuse";
}

/** The error of a command that cannot be executed, with a message of one line. The exit code is 1. */
export class Refusal extends Error {
  override name = "Refusal";
}

const HINTS: Readonly<Record<string, string>> = {
  game_required: "Run `tms games`, then `tms use GAME`.",
  person_required: "Unset TMS_API_KEY, and run `tms login`.",
  api_key_invalid: "Check TMS_API_KEY.",
  token_invalid: "Run `tms login`.",
};

/** Prints one line about an error, and returns the exit code. Throws errors that are defects. */
export function reportFailure(
  error: unknown,
  command: string | undefined,
  isJson: boolean,
): number {
  if (error instanceof Misuse) {
    const hint = command === undefined ? "" : ` Run \`tms ${command} --help\` for help.`;
    writeLine(2, `tms: ${error.message}${hint}`);
    return 2;
  }
  if (isTmsError(error)) {
    const { code, message, status, requestId } = error;
    const hint = code in HINTS ? ` ${HINTS[code]}` : "";
    const json = { error: { code, detail: message, status, requestId } };
    const line = `tms: ${code}: ${message}${hint} (request ${requestId})`;
    writeLine(2, isJson ? JSON.stringify(json) : line);
    return 1;
  }
  // Environment variables set the options of the client, so the user can correct an invalid option.
  const isWrongSetting =
    error instanceof TypeError && /^(apiKey|baseUrl|gameId) /.test(error.message);
  if (error instanceof Refusal || error instanceof TmsConnectionError || isWrongSetting) {
    const { message } = error;
    writeLine(2, isJson ? JSON.stringify({ error: { detail: message } }) : `tms: ${message}`);
    return 1;
  }
  throw error;
}
