import type { DescMethod, DescService } from "@bufbuild/protobuf";

/** Returns the name of an RPC: `tms.wallet.v1.WalletService/GetAccount`. */
export const rpcName = ({ parent, name }: DescMethod): string => `${parent.typeName}/${name}`;

/** Returns the name that means every RPC of a service: `tms.wallet.v1.WalletService/*`. */
export const everyRpcOf = ({ typeName }: DescService): string => `${typeName}/*`;
