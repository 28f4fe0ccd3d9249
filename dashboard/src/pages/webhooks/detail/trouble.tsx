import { Alert } from "@mantine/core";
import type { Endpoint } from "../../../api/types.ts";
import { IconAlertTriangle } from "../../../components/icons.ts";

const DISABLED = {
  gone: "The endpoint returned status 410 (Gone).",
  failing: "All attempts of an event failed, and no delivery succeeded for three days.",
};

/** Says why events do not arrive, and what to do. */
export function Trouble({ endpoint: { state, disabledReason } }: { endpoint: Endpoint }) {
  if (state === "disabled")
    return (
      <Alert color="red" title="This endpoint is disabled" icon={<IconAlertTriangle size={18} />}>
        {DISABLED[disabledReason === "gone" ? "gone" : "failing"]} Fix your receiver, enable the
        endpoint, and replay the failed events.
      </Alert>
    );
  if (state === "failing")
    return (
      <Alert
        color="yellow"
        title="The latest attempts failed"
        icon={<IconAlertTriangle size={18} />}
      >
        The service tries each event up to ten times within three days. After five failures in a
        row, it sends only one event at a time, with pauses of up to five minutes. The other events
        wait. To find the cause, look at the responses in the deliveries below.
      </Alert>
    );
  return null;
}
