import { getOption, type DescMethod } from "@bufbuild/protobuf";
import { Caller, callers } from "@tms/proto/tms/type/v1/caller";
import { wordsOf, type WordOf } from "../values/words.ts";

/** The name of a process of the product, such as `gateway`, that calls services. */
export type ProductCaller = WordOf<typeof Caller>;

const NAMES = wordsOf(Caller);

export const productCallers = NAMES.all;

export const isProductCaller = (name: string): name is ProductCaller =>
  productCallers.some((known) => known === name);

export const isPermitted = (name: ProductCaller, method: DescMethod): boolean =>
  getOption(method, callers).includes(NAMES.value(name));
