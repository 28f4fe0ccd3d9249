-- The log of each environment, and the data that decides when an event can be added.

CREATE TABLE event_head (
  game_id uuid CONSTRAINT event_head_pkey PRIMARY KEY,
  last_sequence bigint NOT NULL DEFAULT 0,
  -- Events up to this sequence may be deleted. All later events exist.
  forgotten_through bigint NOT NULL DEFAULT 0,
  CONSTRAINT event_head_forgotten_range CHECK (forgotten_through BETWEEN 0 AND last_sequence)
  -- Each batch of events updates the row. Free space in the page keeps the new row version on the same page.
) WITH (fillfactor = 50);
COMMENT ON TABLE event_head IS
  'The last sequence of each environment. Adding events locks the row, so that sequences have no gaps.';

CREATE TABLE event (
  game_id uuid NOT NULL,
  sequence bigint NOT NULL CONSTRAINT event_sequence_positive CHECK (sequence > 0),
  id uuid NOT NULL CONSTRAINT event_id_key UNIQUE,
  type text COLLATE "C" NOT NULL,
  tournament_id uuid,
  -- JSON as the REST API returns it. Stored as text, because no query reads its fields.
  body text NOT NULL,
  -- True for changes of access and actions of people. These events are kept for longer.
  audited boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT event_pkey PRIMARY KEY (game_id, sequence)
);
CREATE INDEX event_tournament_idx ON event (game_id, tournament_id, sequence)
  WHERE tournament_id IS NOT NULL;
CREATE INDEX event_audited_idx ON event (game_id, sequence) WHERE audited;
-- Rows are stored in time order, so a small BRIN index finds old rows.
CREATE INDEX event_forget_idx ON event USING brin (created_at) WITH (autosummarize = on);
COMMENT ON TABLE event IS 'The events of each environment, in the order in which clients receive them.';

CREATE TABLE event_gate (
  id uuid CONSTRAINT event_gate_pkey PRIMARY KEY,
  published boolean NOT NULL DEFAULT false,
  -- True if the log has the end of the tournament, which is its settling or cancelled event.
  ended boolean NOT NULL DEFAULT false,
  -- The payouts of the plan (null before the plan is in the log), and the paid payouts in the log.
  planned_payouts integer,
  paid_payouts integer NOT NULL DEFAULT 0,
  -- True after the completion or the refund. No later event depends on another event.
  over boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX event_gate_created_at_idx ON event_gate (created_at) WHERE over;
COMMENT ON TABLE event_gate IS
  'The dependency state of each tournament: the recorded events that other events wait for.';

GRANT USAGE ON SCHEMA events TO tms_events;
GRANT SELECT, INSERT, UPDATE ON event_head TO tms_events;
-- Events never change. The right to update one column permits SELECT ... FOR UPDATE, which locks rows.
GRANT SELECT, INSERT, DELETE, UPDATE (created_at) ON event TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_gate TO tms_events;
