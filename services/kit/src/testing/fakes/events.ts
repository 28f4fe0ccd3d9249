import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { EventService, type Event } from "@tms/proto/tms/event/v1/event";
import { registerFake } from "../fake.ts";

/** The log of all environments, in memory: each event once, in the order in which it came. */
export class FakeEvents {
  /** True finds nobody there. */
  down = false;
  recorded: Event[] = [];
  /** How often events were sent. */
  calls = 0;
  /** Events for which this holds wait, unless they are overdue. */
  waits: (event: Event) => boolean = () => false;
  /** Events for which this holds are refused. */
  refuses: (event: Event) => boolean = () => false;

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, EventService, {
      recordEvents: ({ events, overdueIds }) => {
        if (this.down) throw new ConnectError("down", Code.Unavailable);
        this.calls += 1;
        const waiting = events.filter(
          (event) => this.waits(event) && !overdueIds.includes(event.id),
        );
        const refused = events.filter(this.refuses);
        const known = new Set(this.recorded.map(({ id }) => id));
        for (const event of events)
          if (!known.has(event.id) && !waiting.includes(event) && !refused.includes(event))
            this.recorded.push(event);
        return {
          waitingIds: waiting.map(({ id }) => id),
          refusedIds: refused.map(({ id }) => id),
        };
      },
    });
}
