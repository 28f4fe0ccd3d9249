-- The log of each environment, and the data that decides when an event can be added.

CREATE TABLE event_head (
  game_id uuid CONSTRAINT event_head_pkey PRIMARY KEY,
  last_sequence bigint NOT NULL DEFAULT 0,
  -- Up to here events were deleted for their age; those after it are all there.
  forgotten_through bigint NOT NULL DEFAULT 0,
  CONSTRAINT event_head_forgotten_range CHECK (forgotten_through BETWEEN 0 AND last_sequence)
  -- Each batch updates its row: the free half of a page lets an update stay on it.
) WITH (fillfactor = 50);
COMMENT ON TABLE event_head IS
  'The last sequence of each environment. Adding events locks the row, so that sequences have no gaps.';

CREATE TABLE event (
  game_id uuid NOT NULL,
  sequence bigint NOT NULL CONSTRAINT event_sequence_positive CHECK (sequence > 0),
  id uuid NOT NULL CONSTRAINT event_id_key UNIQUE,
  type text COLLATE "C" NOT NULL,
  tournament_id uuid,
  -- As the REST API shows it: text, because it is never looked into.
  body text NOT NULL,
  -- Changes of access and actions of people are kept for longer.
  audited boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT event_pkey PRIMARY KEY (game_id, sequence)
);
CREATE INDEX event_tournament_idx ON event (game_id, tournament_id, sequence)
  WHERE tournament_id IS NOT NULL;
CREATE INDEX event_audited_idx ON event (game_id, sequence) WHERE audited;
-- Rows come in the order of their time, so the ends of stretches tell which are old.
CREATE INDEX event_forget_idx ON event USING brin (created_at) WITH (autosummarize = on);
COMMENT ON TABLE event IS 'The events of each environment, in the order in which clients receive them.';

CREATE TABLE event_gate (
  id uuid CONSTRAINT event_gate_pkey PRIMARY KEY,
  published boolean NOT NULL DEFAULT false,
  -- Settling or cancelled: it takes no more entries.
  ended boolean NOT NULL DEFAULT false,
  -- How many payouts the plan has, once there is one, and how many of them were told.
  planned_payouts integer,
  paid_payouts integer NOT NULL DEFAULT 0,
  -- Nothing more will be told of it.
  over boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX event_gate_created_at_idx ON event_gate (created_at) WHERE over;
COMMENT ON TABLE event_gate IS
  'The dependency state of each tournament: the recorded events that other events wait for.';

GRANT USAGE ON SCHEMA events TO tms_events;
GRANT SELECT, INSERT, UPDATE ON event_head TO tms_events;
-- An event is never changed. Retention locks the rows it deletes, which takes the right to update one
-- column.
GRANT SELECT, INSERT, DELETE, UPDATE (created_at) ON event TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON event_gate TO tms_events;
