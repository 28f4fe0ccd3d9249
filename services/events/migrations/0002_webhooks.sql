-- Endpoints of integrators, and the delivery of each event.

CREATE TABLE endpoint (
  id uuid CONSTRAINT endpoint_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- True in a test environment. Stored here so that events about the endpoint need no look-up.
  test boolean NOT NULL,
  url text NOT NULL CONSTRAINT endpoint_url_length CHECK (char_length(url) BETWEEN 1 AND 2000),
  description text NOT NULL
    CONSTRAINT endpoint_description_length CHECK (char_length(description) <= 500),
  -- The subscribed types or groups of types, for example `entry.joined`, `entry.*` or `*`.
  events text[] NOT NULL CONSTRAINT endpoint_events_number CHECK (cardinality(events) BETWEEN 1 AND 50),
  -- AES-256-GCM under SECRETS_KEY, with the id as additional data. Empty after the endpoint is removed.
  sealed_secret bytea NOT NULL,
  -- Until previous_ends_at, requests are signed with the previous secret too.
  previous_sealed_secret bytea,
  previous_ends_at timestamptz(3),
  enabled_at timestamptz(3) NOT NULL DEFAULT now(),
  disabled_reason text
    CONSTRAINT endpoint_disabled_reason_known CHECK (disabled_reason IN ('gone', 'failing', 'by_user')),
  -- The time since which every attempt has failed; null if the newest attempt succeeded.
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  -- The time of the last mail about undelivered events. At most one mail is sent per day (UTC).
  failing_mailed_at timestamptz(3),
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT endpoint_previous_whole
    CHECK ((previous_sealed_secret IS NULL) = (previous_ends_at IS NULL))
);
CREATE INDEX endpoint_game_idx ON endpoint (game_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX endpoint_removed_at_idx ON endpoint (removed_at) WHERE removed_at IS NOT NULL;
COMMENT ON TABLE endpoint IS 'The URLs to which events are sent, and the encrypted secrets that sign the requests.';

CREATE TABLE dispatch (
  endpoint_id uuid CONSTRAINT dispatch_pkey PRIMARY KEY
    CONSTRAINT dispatch_endpoint_fkey REFERENCES endpoint (id) ON DELETE CASCADE,
  game_id uuid NOT NULL,
  -- Every event up to this sequence was tried at least once, or the endpoint does not subscribe to it.
  position bigint NOT NULL CONSTRAINT dispatch_position_range CHECK (position >= 0),
  -- Until this time, only `worker` sends to the endpoint.
  lease_until timestamptz(3),
  worker uuid,
  -- The time of the last lease. The endpoint that has waited longest is leased first.
  served_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Until this time, the endpoint gets one request at a time.
  slow_until timestamptz(3),
  -- The replay in progress: its position, its last sequence and its filter. Null if there is none.
  replay_position bigint,
  replay_through bigint,
  replay_only_failed boolean,
  CONSTRAINT dispatch_lease_whole CHECK ((lease_until IS NULL) = (worker IS NULL)),
  CONSTRAINT dispatch_replay_whole CHECK (
    (replay_position IS NULL) = (replay_through IS NULL)
    AND (replay_position IS NULL) = (replay_only_failed IS NULL)
    AND (replay_position IS NULL OR replay_position < replay_through))
) WITH (fillfactor = 50);
COMMENT ON TABLE dispatch IS
  'The position of each endpoint in the event log. One transaction stores the outcomes and the new position.';

CREATE TABLE delivery (
  endpoint_id uuid NOT NULL
    CONSTRAINT delivery_endpoint_fkey REFERENCES endpoint (id) ON DELETE CASCADE,
  sequence bigint NOT NULL,
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  state text NOT NULL CONSTRAINT delivery_state_known
    CHECK (state IN ('delivered', 'retrying', 'failed', 'skipped')),
  -- All attempts, and the attempts since the last request to send the event again, if there was one.
  attempts integer NOT NULL CONSTRAINT delivery_attempts_range CHECK (attempts >= 0),
  tries integer NOT NULL CONSTRAINT delivery_tries_range CHECK (tries BETWEEN 0 AND 10),
  -- True if a caller requested the delivery.
  replay boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT delivery_pkey PRIMARY KEY (endpoint_id, sequence),
  CONSTRAINT delivery_next_attempt_whole
    CHECK ((next_attempt_at IS NOT NULL) = (state = 'retrying'))
);
CREATE UNIQUE INDEX delivery_event_key ON delivery (endpoint_id, event_id);
CREATE INDEX delivery_state_idx ON delivery (endpoint_id, state, sequence DESC);
CREATE INDEX delivery_due_idx ON delivery (endpoint_id, next_attempt_at) WHERE state = 'retrying';
CREATE INDEX delivery_forget_idx ON delivery (changed_at) WHERE state = 'delivered';
CREATE INDEX delivery_forget_other_idx ON delivery (changed_at) WHERE state IN ('failed', 'skipped');
COMMENT ON TABLE delivery IS 'The state of an event at an endpoint, from the first attempt on.';

CREATE TABLE attempt (
  endpoint_id uuid NOT NULL,
  sequence bigint NOT NULL,
  number integer NOT NULL CONSTRAINT attempt_number_positive CHECK (number > 0),
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text CONSTRAINT attempt_error_known CHECK (error IN
    ('timeout', 'refused', 'tls', 'dns', 'address_blocked', 'too_large', 'redirect')),
  answer text NOT NULL CONSTRAINT attempt_answer_length CHECK (char_length(answer) <= 1024),
  replay boolean NOT NULL,
  succeeded boolean NOT NULL,
  CONSTRAINT attempt_pkey PRIMARY KEY (endpoint_id, sequence, number),
  CONSTRAINT attempt_delivery_fkey FOREIGN KEY (endpoint_id, sequence)
    REFERENCES delivery (endpoint_id, sequence) ON DELETE CASCADE
);
CREATE INDEX attempt_started_at_idx ON attempt (endpoint_id, started_at DESC);
COMMENT ON TABLE attempt IS 'The requests to endpoints, and their responses.';

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Responses of mutations. They are kept for a week to answer repeated requests.';

CREATE TABLE outbox (
  id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  dead_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outbox_due_idx ON outbox (due_at) WHERE dead_at IS NULL;
COMMENT ON TABLE outbox IS 'Mails about endpoints that the identity service must send.';

GRANT SELECT, INSERT, DELETE, UPDATE (url, description, events, sealed_secret,
  previous_sealed_secret, previous_ends_at, enabled_at, disabled_reason, failing_since,
  last_success_at, last_failure_at, failing_mailed_at, removed_at) ON endpoint TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON dispatch TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON delivery TO tms_events;
GRANT SELECT, INSERT, DELETE ON attempt TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON request TO tms_events;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO tms_events;
