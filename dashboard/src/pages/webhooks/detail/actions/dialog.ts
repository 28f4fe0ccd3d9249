import type { Endpoint } from "../../../../api/types.ts";

/** What each dialog of an endpoint is given. */
export interface EndpointDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
}
