-- People, their credentials, and the mails to them.

CREATE TABLE user_account (
  id uuid CONSTRAINT user_account_pkey PRIMARY KEY,
  name text NOT NULL
    CONSTRAINT user_account_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  -- In lower case, so that an address cannot have two accounts.
  email text COLLATE "C" NOT NULL
    CONSTRAINT user_account_email_lower CHECK (email = lower(email)),
  -- argon2id in PHC form.
  password_hash text NOT NULL
    CONSTRAINT user_account_password_hash_form CHECK (password_hash LIKE '$argon2id$%'),
  -- The time at which the email address was confirmed.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT user_account_email_key UNIQUE (email)
);
COMMENT ON TABLE user_account IS 'People who can sign in. Each has confirmed the email address.';

CREATE TABLE session (
  id uuid CONSTRAINT session_pkey PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT session_user_fkey REFERENCES user_account (id),
  kind text NOT NULL CONSTRAINT session_kind_known CHECK (kind IN ('browser', 'cli')),
  -- A refresh token contains an HMAC of salt, id and generation, so no token is stored.
  salt bytea NOT NULL CONSTRAINT session_salt_length CHECK (octet_length(salt) = 16),
  generation integer NOT NULL DEFAULT 1
    CONSTRAINT session_generation_positive CHECK (generation > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  address text NOT NULL,
  agent text NOT NULL,
  ended_at timestamptz(3),
  end_reason text CONSTRAINT session_end_reason_known
    CHECK (end_reason IN ('signed_out', 'revoked', 'reused', 'password_changed', 'displaced')),
  CONSTRAINT session_end_whole CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_user_idx ON session (user_id, last_used_at DESC) WHERE ended_at IS NULL;
CREATE INDEX session_created_at_idx ON session (created_at);
COMMENT ON TABLE session IS 'Sessions of people. Refresh tokens are checked against them.';

CREATE TABLE one_time_code (
  id uuid CONSTRAINT one_time_code_pkey PRIMARY KEY,
  purpose text NOT NULL
    CONSTRAINT one_time_code_purpose_known CHECK (purpose IN ('verify_email', 'reset_password')),
  -- The address may have no account, because every address must cause the same work.
  email text COLLATE "C" NOT NULL,
  digest bytea NOT NULL
    CONSTRAINT one_time_code_digest_length CHECK (octet_length(digest) = 32),
  tries integer NOT NULL DEFAULT 0
    CONSTRAINT one_time_code_tries_range CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  -- The sign-up that the code confirms, until it is confirmed. It is stored with its code, so that a
  -- stranger who signs up with another person's address cannot set the password of that person's account.
  sign_up_name text,
  sign_up_password_hash text
    CONSTRAINT one_time_code_password_hash_form CHECK (sign_up_password_hash LIKE '$argon2id$%'),
  -- The newest code replaces the one before.
  CONSTRAINT one_time_code_purpose_email_key UNIQUE (purpose, email),
  CONSTRAINT one_time_code_sign_up_whole CHECK (
    (sign_up_name IS NULL) = (sign_up_password_hash IS NULL)
    AND (sign_up_name IS NOT NULL) = (purpose = 'verify_email' AND used_at IS NULL))
);
CREATE INDEX one_time_code_digest_idx ON one_time_code (digest);
CREATE INDEX one_time_code_created_at_idx ON one_time_code (created_at);
COMMENT ON TABLE one_time_code IS 'Mailed codes and tokens, stored as their HMAC with SESSION_KEY.';

CREATE TABLE device_code (
  id uuid CONSTRAINT device_code_pkey PRIMARY KEY,
  digest bytea NOT NULL
    CONSTRAINT device_code_digest_length CHECK (octet_length(digest) = 32),
  user_code_digest bytea NOT NULL
    CONSTRAINT device_code_user_code_digest_length CHECK (octet_length(user_code_digest) = 32),
  poll_interval_s integer NOT NULL
    CONSTRAINT device_code_poll_interval_positive CHECK (poll_interval_s > 0),
  polled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  -- The person who approved the tool, and the session that the tool received.
  approved_by uuid CONSTRAINT device_code_approved_by_fkey REFERENCES user_account (id),
  session_id uuid,
  CONSTRAINT device_code_digest_key UNIQUE (digest),
  CONSTRAINT device_code_user_code_digest_key UNIQUE (user_code_digest),
  CONSTRAINT device_code_session_approved CHECK (session_id IS NULL OR approved_by IS NOT NULL)
);
CREATE INDEX device_code_created_at_idx ON device_code (created_at);
COMMENT ON TABLE device_code IS 'Sign-ins of command-line tools that a person must approve (RFC 8628).';

CREATE TABLE attempt_count (
  id uuid CONSTRAINT attempt_count_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT attempt_count_kind_known CHECK (kind IN
    ('account_address', 'address', 'account', 'sign_up', 'forgot_password', 'device_code', 'mail')),
  -- The account, the address or both, depending on the kind. A value that does not count is empty.
  account text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  attempts integer NOT NULL CONSTRAINT attempt_count_attempts_range CHECK (attempts >= 0),
  -- The start of the window, which is the time of its first attempt, and its end.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ends_at timestamptz(3) NOT NULL,
  CONSTRAINT attempt_count_subject_key UNIQUE (kind, account, address)
);
CREATE INDEX attempt_count_account_idx ON attempt_count (account);
CREATE INDEX attempt_count_created_at_idx ON attempt_count (created_at);
COMMENT ON TABLE attempt_count IS 'The number of failed attempts and mails within a time window. A restart does not reset it.';

CREATE TABLE signing_key (
  id uuid CONSTRAINT signing_key_pkey PRIMARY KEY,
  public_key bytea NOT NULL
    CONSTRAINT signing_key_public_key_length CHECK (octet_length(public_key) = 32),
  -- AES-256-GCM under SECRETS_KEY, with the id as additional data.
  sealed_private_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  active_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE signing_key IS 'Ed25519 keys that sign access tokens: the current key, the next key, and previous keys whose tokens are still valid.';

CREATE TABLE mail (
  id uuid CONSTRAINT mail_pkey PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mail_created_at_idx ON mail (created_at);
COMMENT ON TABLE mail IS 'The development mailbox. It is empty if mails are sent by SMTP.';

CREATE TABLE outbox (
  id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
  topic text NOT NULL,
  -- The text of a mail is encrypted, because it may contain a code.
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Not rounded to milliseconds, because a rounded time could be in the future and delay the mail.
  due_at timestamptz NOT NULL DEFAULT now(),
  dead_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outbox_due_idx ON outbox (due_at) WHERE dead_at IS NULL;
COMMENT ON TABLE outbox IS 'Mails to send, staged in the transaction that causes them.';

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Responses of mutations, without their tokens. They are kept for a week to answer repeated requests.';

GRANT USAGE ON SCHEMA identity TO tms_identity;
GRANT SELECT, INSERT, DELETE, UPDATE (name, password_hash) ON user_account TO tms_identity;
GRANT SELECT, INSERT, DELETE,
  UPDATE (generation, last_used_at, address, agent, ended_at, end_reason) ON session TO tms_identity;
GRANT SELECT, INSERT, DELETE, UPDATE (digest, tries, created_at, expires_at, used_at,
  sign_up_name, sign_up_password_hash) ON one_time_code TO tms_identity;
GRANT SELECT, INSERT, DELETE, UPDATE (poll_interval_s, polled_at, approved_by, session_id)
  ON device_code TO tms_identity;
GRANT SELECT, INSERT, DELETE, UPDATE (attempts, created_at, ends_at) ON attempt_count TO tms_identity;
GRANT SELECT, INSERT, DELETE ON signing_key TO tms_identity;
GRANT SELECT, INSERT, UPDATE, DELETE ON mail, outbox, request TO tms_identity;
