import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { must, mustBePublic } from "./finding.ts";
import type { RawAnswer } from "./http2-call.ts";

// Statuses that say a service failed rather than refused: unknown, internal, unavailable, data loss.
const FAILURES = ["2", "13", "14", "15"];
const CONNECT_FAILURES = ["unknown", "internal", "unavailable", "data_loss"];
// gRPC's own status codes demand `internal` for these: a request that cannot be parsed, one that is
// compressed in no way it names, and one that cannot be decompressed. Connect answers so by itself.
const DEMANDED =
  /^(parse binary: |received compressed envelope, but do not know how to decompress$|decompression failed$)/;
// Connect's statuses for what is not implemented, and for a deadline that passed.
const FIT_ABOVE_499 = [501, 504];

/** Fails unless a service accepted or refused a call, without a word of its inside. */
export function mustBeFitStatus(answer: RawAnswer): void {
  const { httpStatus, headers, trailers, resetCode } = answer;
  must(httpStatus !== 0 || resetCode !== 0, `neither an answer nor a reset; ${answer.sessionEnd}`);
  if (httpStatus === 0) return must(resetCode !== 2, "the stream was reset for an internal error");
  const type = headers["content-type"] ?? "";
  if (type === "application/json") return mustBeFitJson(httpStatus, decoded(answer).toString());
  const text = answer.body.toString("latin1");
  must(httpStatus < 500 || FIT_ABOVE_499.includes(httpStatus), `HTTP ${httpStatus}: ${text}`);
  if (type.startsWith("application/grpc-web")) {
    const status = /grpc-status: (\d+)/.exec(text)?.[1] ?? headers["grpc-status"];
    return mustBeFitGrpc(status ?? "0", /grpc-message: (.*)/.exec(text)?.[1]?.trim());
  }
  if (!type.startsWith("application/grpc")) return;
  const status = trailers["grpc-status"] ?? headers["grpc-status"];
  must(status !== undefined || resetCode !== 0, "no gRPC status");
  mustBeFitGrpc(status, [trailers["grpc-message"] ?? headers["grpc-message"]].flat()[0]);
}

// Connect compresses an answer as the request says that it is compressed itself.
function decoded({ headers, body }: RawAnswer): Buffer {
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(body);
    case "gzip":
      return gunzipSync(body);
    default:
      return body;
  }
}

function mustBeFitGrpc(status: unknown, encoded = ""): void {
  const message = decodeURIComponent(encoded);
  mustBePublic(message);
  const fit = !FAILURES.includes(String(status)) || DEMANDED.test(message);
  must(fit, `gRPC status ${String(status)}: ${message}`);
}

function mustBeFitJson(httpStatus: number, text: string): void {
  const { code = "", message = "" } = JSON.parse(text) as { code?: string; message?: string };
  mustBePublic(message);
  const fit = !CONNECT_FAILURES.includes(code) || DEMANDED.test(message);
  must(fit, `Connect code ${code}, HTTP ${httpStatus}: ${message}`);
}
