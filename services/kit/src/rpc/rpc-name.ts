import type { DescMethod } from "@bufbuild/protobuf";

/** An RPC as gRPC names it: `tms.wallet.v1.WalletService/GetAccount`. */
export const rpcName = ({ parent, name }: DescMethod): string => `${parent.typeName}/${name}`;
