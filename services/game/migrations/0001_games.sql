-- Games, their environments and members, and the keys their backends authenticate with.

CREATE TABLE project (
  id uuid CONSTRAINT project_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT project_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE game (
  id uuid CONSTRAINT game_pkey PRIMARY KEY,
  project_id uuid NOT NULL CONSTRAINT game_project_fkey REFERENCES project (id),
  mode text NOT NULL CONSTRAINT game_mode_known CHECK (mode IN ('live', 'test')),
  -- The other environment. CreateGame inserts both in one statement, so that each can refer to the other.
  sibling_id uuid NOT NULL CONSTRAINT game_sibling_fkey REFERENCES game (id)
    CONSTRAINT game_sibling_other CHECK (sibling_id <> id),
  currency text COLLATE "C" NOT NULL
    CONSTRAINT game_currency_form CHECK (currency ~ '^[A-Z][A-Z0-9]{2,11}$'),
  currency_exponent smallint NOT NULL
    CONSTRAINT game_currency_exponent_range CHECK (currency_exponent BETWEEN 0 AND 8),
  payer text NOT NULL CONSTRAINT game_payer_known CHECK (payer IN ('game', 'wallet')),
  -- Null means no limit.
  credit_limit_minor bigint
    CONSTRAINT game_credit_limit_range CHECK (credit_limit_minor BETWEEN 0 AND 9007199254740991),
  platform_fee_bps integer NOT NULL
    CONSTRAINT game_platform_fee_range CHECK (platform_fee_bps BETWEEN 0 AND 5000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The time at which the environment was opened, after its ledger account. Before that, only a repeat of the
  -- request that created the environment finds it.
  opened_at timestamptz(3),
  -- The time at which another test environment replaced it. No caller finds it after that.
  closed_at timestamptz(3)
    CONSTRAINT game_closed_test CHECK (closed_at IS NULL OR mode = 'test' AND opened_at IS NOT NULL),
  -- Keys refer to both columns, so that each key has the mode of its environment.
  CONSTRAINT game_id_mode_key UNIQUE (id, mode)
);
-- A game has at most one open environment of each mode.
CREATE UNIQUE INDEX game_project_mode_key ON game (project_id, mode)
  WHERE opened_at IS NOT NULL AND closed_at IS NULL;

CREATE TABLE api_key (
  id uuid CONSTRAINT api_key_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  mode text NOT NULL,
  -- At most two keys in use have the same name: a key and its successor. At most 20 names are in use.
  name text NOT NULL CONSTRAINT api_key_name_length CHECK (char_length(name) BETWEEN 1 AND 60),
  hint text NOT NULL
    CONSTRAINT api_key_hint_mode CHECK (starts_with(hint, 'tms_' || mode || '_')),
  -- SHA-256 of the secret. The secret itself is not stored.
  digest bytea NOT NULL CONSTRAINT api_key_digest_length CHECK (octet_length(digest) = 32),
  scopes text[] NOT NULL
    CONSTRAINT api_key_scopes_known CHECK (scopes <@ ARRAY['read', 'tournaments_write',
      'entries_write', 'scores_write', 'wallets_write', 'webhooks_write'] AND 'read' = ANY (scopes)),
  -- The networks from which the key can be used. Empty means all networks.
  ip_ranges cidr[] NOT NULL
    CONSTRAINT api_key_ip_ranges_count CHECK (cardinality(ip_ranges) <= 20),
  -- A person of the identity service; null for operators.
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The time at which a rolled key stops working. A key has at most one successor.
  ends_at timestamptz(3),
  replaces uuid CONSTRAINT api_key_replaces_fkey REFERENCES api_key (id),
  replaced_by uuid CONSTRAINT api_key_replaced_by_fkey REFERENCES api_key (id),
  -- The last use, rounded down to the minute.
  last_used_at timestamptz(3),
  last_used_address text,
  CONSTRAINT api_key_digest_key UNIQUE (digest),
  CONSTRAINT api_key_game_fkey FOREIGN KEY (game_id, mode) REFERENCES game (id, mode),
  CONSTRAINT api_key_replaces_key UNIQUE (replaces),
  CONSTRAINT api_key_rolled_whole CHECK ((ends_at IS NULL) = (replaced_by IS NULL)),
  CONSTRAINT api_key_use_whole CHECK ((last_used_at IS NULL) = (last_used_address IS NULL))
);
CREATE INDEX api_key_game_idx ON api_key (game_id, id DESC);

CREATE TABLE test_clock (
  game_id uuid CONSTRAINT test_clock_pkey PRIMARY KEY,
  -- A live environment has no clock of its own.
  mode text NOT NULL DEFAULT 'test' CONSTRAINT test_clock_of_test CHECK (mode = 'test'),
  -- The lead over real time in milliseconds. All services have it.
  ahead_ms bigint NOT NULL DEFAULT 0 CONSTRAINT test_clock_ahead_positive CHECK (ahead_ms >= 0),
  -- The lead that the newest advance requested, in milliseconds; at most 732 days.
  target_ms bigint NOT NULL DEFAULT 0 CONSTRAINT test_clock_target_range
    CHECK (target_ms BETWEEN ahead_ms AND 63245000000),
  -- telling: some services may not have the target yet. settling: all have it and process due work.
  state text COLLATE "C" NOT NULL DEFAULT 'ready'
    CONSTRAINT test_clock_state_known CHECK (state IN ('ready', 'telling', 'settling')),
  -- The time of the clock before the advance, and the requested time.
  from_at timestamptz(3),
  to_at timestamptz(3),
  -- The caller and the REST request of the advance.
  actor text NOT NULL DEFAULT '',
  rest_request_id text NOT NULL DEFAULT '',
  CONSTRAINT test_clock_game_fkey FOREIGN KEY (game_id, mode) REFERENCES game (id, mode),
  CONSTRAINT test_clock_told CHECK ((state = 'telling') = (ahead_ms < target_ms)),
  CONSTRAINT test_clock_advance_whole
    CHECK (state = 'ready' AND from_at IS NULL AND to_at IS NULL OR state <> 'ready' AND from_at < to_at)
);
CREATE INDEX test_clock_unfinished_idx ON test_clock (game_id) WHERE state <> 'ready';

CREATE TABLE member (
  project_id uuid CONSTRAINT member_project_fkey REFERENCES project (id),
  -- A person of the identity service.
  user_id uuid,
  role text NOT NULL CONSTRAINT member_role_known CHECK (role IN ('viewer', 'developer', 'owner')),
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT member_pkey PRIMARY KEY (project_id, user_id)
);
CREATE INDEX member_user_idx ON member (user_id, project_id DESC);

-- A game cannot lose its last owner. If two owners leave at once, the lock makes the second wait and see that
-- the first has left.
CREATE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.role <> 'owner' THEN
    RETURN NULL;
  END IF;
  PERFORM FROM project WHERE id = OLD.project_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM member WHERE project_id = OLD.project_id AND role = 'owner') THEN
    RAISE EXCEPTION 'a game must keep an owner'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'member_owner_kept';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER member_owner_kept AFTER DELETE OR UPDATE ON member
  FOR EACH ROW EXECUTE FUNCTION keep_owner();

CREATE TABLE invitation (
  id uuid CONSTRAINT invitation_pkey PRIMARY KEY,
  project_id uuid NOT NULL CONSTRAINT invitation_project_fkey REFERENCES project (id),
  -- In lower case; empty if an operator passes the link on.
  email text COLLATE "C" NOT NULL CONSTRAINT invitation_email_lower CHECK (email = lower(email)),
  role text NOT NULL
    CONSTRAINT invitation_role_known CHECK (role IN ('viewer', 'developer', 'owner')),
  -- SHA-256 of the token. The token has 256 random bits and cannot be guessed, so the digest needs no
  -- key. The same holds for API keys.
  digest bytea NOT NULL CONSTRAINT invitation_digest_length CHECK (octet_length(digest) = 32),
  invited_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  -- The time at which the identity service accepted the mail. Until then, a repeat of the request adds a new
  -- token and mails it, because the first token is not stored.
  mailed_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text CONSTRAINT invitation_end_reason_known
    CHECK (end_reason IN ('accepted', 'withdrawn', 'replaced')),
  CONSTRAINT invitation_digest_key UNIQUE (digest),
  CONSTRAINT invitation_end_whole CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX invitation_open_email_key ON invitation (project_id, email)
  WHERE ended_at IS NULL AND email <> '';
CREATE INDEX invitation_project_idx ON invitation (project_id, id DESC) WHERE ended_at IS NULL;
CREATE INDEX invitation_created_at_idx ON invitation (created_at);

COMMENT ON TABLE project IS 'The games of people. A game has a name and two environments.';
COMMENT ON TABLE game IS 'Environments, which are the tenants. Each has a currency and a payer of entry fees.';
COMMENT ON TABLE test_clock IS
  'The time by which the clocks of test environments are ahead of real time, and the advances under way.';
COMMENT ON TABLE member IS 'The roles of people in a game. A role holds in both environments.';
COMMENT ON TABLE invitation IS 'Invitations to become a member, with the digests of their tokens.';
COMMENT ON TABLE api_key IS 'API keys of game backends. The table stores only digests.';

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Responses of mutations. They are kept for a week to answer repeated requests.';

CREATE TABLE event_out (
  -- A change that depends on another change has a greater id.
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_out_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  events bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
  -- Rows live for milliseconds, so vacuum starts after a number of changes, not a share of the table.
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);
-- Not compressed, because compression would take longer than the rest of the insert.
ALTER TABLE event_out ALTER COLUMN events SET STORAGE EXTERNAL;
COMMENT ON TABLE event_out IS 'Events that are staged with their change and not yet in the event log.';

GRANT USAGE ON SCHEMA game TO tms_game;
GRANT SELECT, INSERT, UPDATE (name) ON project TO tms_game;
GRANT SELECT, INSERT, UPDATE (sibling_id, opened_at, closed_at) ON game TO tms_game;
GRANT SELECT, INSERT, UPDATE (name, scopes, ip_ranges, expires_at, revoked_at, ends_at, replaced_by,
  last_used_at, last_used_address) ON api_key TO tms_game;
GRANT SELECT, INSERT (game_id),
  UPDATE (ahead_ms, target_ms, state, from_at, to_at, actor, rest_request_id) ON test_clock TO tms_game;
GRANT SELECT, INSERT, DELETE, UPDATE (role) ON member TO tms_game;
GRANT SELECT, INSERT, DELETE, UPDATE (digest, mailed_at, ended_at, end_reason)
  ON invitation TO tms_game;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_game;
GRANT SELECT, INSERT, UPDATE, DELETE ON request TO tms_game;
