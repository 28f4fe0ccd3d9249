CREATE TABLE gamer (
  id uuid CONSTRAINT gamer_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  handle text COLLATE "C" NOT NULL
    CONSTRAINT gamer_handle_length CHECK (char_length(handle) BETWEEN 1 AND 64),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT gamer_handle_key UNIQUE (game_id, handle)
);

-- What a join must know of its tournament, copied when the first join asks for it (nothing of
-- it changes once a tournament is published), and the seats.
CREATE TABLE registration (
  tournament_id uuid CONSTRAINT registration_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  currency text NOT NULL,
  fee_minor bigint NOT NULL CONSTRAINT registration_fee_not_negative CHECK (fee_minor >= 0),
  payer smallint NOT NULL CONSTRAINT registration_payer_known CHECK (payer IN (1, 2)),
  max_entries integer CONSTRAINT registration_max_entries_positive CHECK (max_entries > 0),
  registration_closes_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- Seats of confirmed entries and of joins under way.
  seats_taken integer NOT NULL DEFAULT 0,
  eliminated integer NOT NULL DEFAULT 0,
  -- Counts eliminations; those eliminated together share a round, a later round ranks better.
  rounds integer NOT NULL DEFAULT 0,
  closed_at timestamptz(3),
  frozen_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT registration_seats CHECK (seats_taken >= 0 AND seats_taken <= max_entries),
  CONSTRAINT registration_eliminated CHECK (eliminated >= 0 AND eliminated <= seats_taken)
) WITH (fillfactor = 50);

CREATE TABLE entry (
  id uuid CONSTRAINT entry_pkey PRIMARY KEY,
  -- Both exist: an entry is inserted from its gamer's row, under the lock of its registration, and the
  -- service's role can delete neither. Foreign keys would check that again, row by row.
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  request_id uuid NOT NULL CONSTRAINT entry_request_key UNIQUE,
  -- 1 pending: seat taken, charge under way. 2 confirmed. 3 refused: not charged, seat freed.
  state smallint NOT NULL CONSTRAINT entry_state_known CHECK (state IN (1, 2, 3)),
  refusal_reason text,
  refusal_message text,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  eliminated_at timestamptz(3),
  round integer,
  rank integer CONSTRAINT entry_rank_positive CHECK (rank > 0),
  -- When recovery takes a pending entry up next.
  attempts integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3) NOT NULL DEFAULT now() + interval '5 seconds',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT entry_refusal_named CHECK ((state = 3) = (refusal_reason IS NOT NULL)),
  CONSTRAINT entry_eliminated_whole CHECK ((round IS NULL) = (eliminated_at IS NULL))
);
-- One gamer, one entry; a refused one leaves the place free for another attempt.
CREATE UNIQUE INDEX entry_gamer_key ON entry (tournament_id, gamer_id) WHERE state <> 3;
-- Small at any time: joins under way, and those cut off in the last moments.
CREATE INDEX entry_pending_idx ON entry (tournament_id, retry_at) WHERE state = 1;
CREATE INDEX entry_refused_idx ON entry (created_at) WHERE state = 3;
CREATE INDEX entry_standings_idx ON entry (tournament_id, coalesce(rank, 0), joined_at, id)
  WHERE state = 2;

-- Old refusals are forgotten; entries are for good.
CREATE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'only a refused entry can be deleted'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_kept';
END $$;

CREATE TRIGGER entry_kept BEFORE DELETE ON entry
  FOR EACH ROW WHEN (OLD.state <> 3) EXECUTE FUNCTION keep_entry();

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);

GRANT USAGE ON SCHEMA entry TO tms_entry;
GRANT SELECT, INSERT, UPDATE ON gamer, registration TO tms_entry;
GRANT SELECT, INSERT, UPDATE, DELETE ON entry, request TO tms_entry;
