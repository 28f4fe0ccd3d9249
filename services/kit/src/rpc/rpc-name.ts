import type { DescMethod } from "@bufbuild/protobuf";

/** Returns the name of an RPC: `tms.wallet.v1.WalletService/GetAccount`. */
export const rpcName = ({ parent, name }: DescMethod): string => `${parent.typeName}/${name}`;
