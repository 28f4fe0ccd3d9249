import { getOption, type DescMethod, type DescService } from "@bufbuild/protobuf";
import { Caller, callers } from "@tms/proto/tms/type/v1/caller";
import { wordsOf, type WordOf } from "../values/words.ts";

/** The name of a process of the product that calls services. */
export type ProductCaller = WordOf<typeof Caller>;

const NAMES = wordsOf(Caller);

export const productCallers = NAMES.all;

export const isProductCaller = (name: string): name is ProductCaller =>
  productCallers.some((known) => known === name);

/** Reports whether the proto of an RPC permits a process of the product to call it. */
export const isPermitted = (name: ProductCaller, method: DescMethod): boolean =>
  getOption(method, callers).includes(NAMES.value(name));

export const everyRpcOf = ({ typeName }: DescService): string => `${typeName}/*`;
