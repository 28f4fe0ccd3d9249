import type { Plant } from "./plant.ts";

/** Some changes of entries are never told. */
export const lostEvent: Plant = {
  name: "lost-event",
  preloads: {},
  sql: `
    CREATE FUNCTION entry.lose_event() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.id % 4 = 0 THEN RETURN NULL; END IF; RETURN NEW; END';
    CREATE TRIGGER event_lost BEFORE INSERT ON entry.event_out
      FOR EACH ROW EXECUTE FUNCTION entry.lose_event()`,
};
