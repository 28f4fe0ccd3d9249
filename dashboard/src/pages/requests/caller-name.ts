import type { Request } from "../../api/types.ts";
import { useKeysById, usePeople } from "../../components/names/who.ts";

/** Tells who made a request, as people call them; undefined where that is not known. */
export function useCallerName(): (request: Request) => string | undefined {
  const people = usePeople();
  const keys = useKeysById();
  return ({ caller: { type, id } }) => (type === "api_key" ? keys?.get(id)?.name : people?.get(id));
}
