import { Alert } from "@mantine/core";
import type { Endpoint } from "../../../api/types.ts";
import { IconAlertTriangle } from "../../../components/icons.ts";

const DISABLED = {
  gone: "It answered 410, which says that nothing is to be sent there any more.",
  failing: "An event had its last attempt, and nothing had succeeded for three days.",
};

/** Says why events do not arrive, and what to do. */
export function Trouble({ endpoint: { state, disabledReason } }: { endpoint: Endpoint }) {
  if (state === "disabled")
    return (
      <Alert color="red" title="Disabled" icon={<IconAlertTriangle size={18} />}>
        {DISABLED[disabledReason === "gone" ? "gone" : "failing"]} Mend your receiver, enable the
        endpoint, and replay what failed.
      </Alert>
    );
  if (state === "failing")
    return (
      <Alert
        color="yellow"
        title="The newest attempts failed"
        icon={<IconAlertTriangle size={18} />}
      >
        An event has ten attempts within three days. After five failures in a row, one event is
        tried every few minutes, and the others wait until it arrives. The deliveries below show
        what your receiver answered.
      </Alert>
    );
  return null;
}
