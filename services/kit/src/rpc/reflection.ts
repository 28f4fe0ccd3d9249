import { createRegistry, toBinary, type DescFile, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { file_google_rpc_error_details } from "@tms/proto/google/rpc/error_details";
import {
  ServerReflection,
  type ServerReflectionRequest,
} from "@tms/proto/grpc/reflection/v1/reflection";

export function reflectionRoutes(router: ConnectRouter, services: readonly DescService[]) {
  const answer = answerer(services);
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests) {
      for await (const request of requests)
        yield {
          validHost: request.host,
          originalRequest: request,
          messageResponse: answer(request.messageRequest),
        };
    },
  });
}

function answerer(services: readonly DescService[]) {
  const files = filesOf(services);
  const registry = createRegistry(...files.values());

  return (asked: ServerReflectionRequest["messageRequest"]) => {
    switch (asked.case) {
      case "listServices":
        return {
          case: "listServicesResponse" as const,
          value: { service: services.map((s) => ({ name: s.typeName })) },
        };
      case "fileByFilename":
        return fileResponse(files.get(asked.value));
      case "fileContainingSymbol": {
        // The symbol of a method or field consists of the name of its parent and its own name.
        const parent = asked.value.slice(0, asked.value.lastIndexOf("."));
        return fileResponse((registry.get(asked.value) ?? registry.get(parent))?.file);
      }
      case "fileContainingExtension": {
        const { containingType, extensionNumber } = asked.value;
        const extendee = registry.getMessage(containingType);
        return fileResponse(extendee && registry.getExtensionFor(extendee, extensionNumber)?.file);
      }
      default:
        return failure(Code.Unimplemented, "not supported");
    }
  };
}

function filesOf(services: readonly DescService[]): Map<string, DescFile> {
  const files = new Map<string, DescFile>();
  const visit = (file: DescFile): void => {
    const name = file.proto.name;
    if (files.has(name)) return;
    files.set(name, file);
    file.dependencies.forEach(visit);
  };
  services.forEach((service) => visit(service.file));
  // No service imports this file, but refusals contain messages that the file defines.
  visit(file_google_rpc_error_details);
  return files;
}

function fileResponse(file: DescFile | undefined) {
  if (file === undefined) return failure(Code.NotFound, "not found");
  return {
    case: "fileDescriptorResponse" as const,
    value: { fileDescriptorProto: [toBinary(FileDescriptorProtoSchema, file.proto)] },
  };
}

const failure = (errorCode: Code, errorMessage: string) => ({
  case: "errorResponse" as const,
  value: { errorCode, errorMessage },
});
