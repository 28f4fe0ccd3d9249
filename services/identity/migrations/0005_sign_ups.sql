-- An address can have several sign-ups, so that a stranger cannot replace the sign-up of the owner. The
-- sign-up columns of one_time_code remain for the previous release.

CREATE TABLE sign_up (
  id uuid CONSTRAINT sign_up_pkey PRIMARY KEY,
  email text COLLATE "C" NOT NULL,
  name text NOT NULL CONSTRAINT sign_up_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  password_hash text NOT NULL
    CONSTRAINT sign_up_password_hash_form CHECK (password_hash LIKE '$argon2id$%'),
  -- The HMAC of the mailed code with SESSION_KEY. Random if the address already has an account.
  digest bytea NOT NULL CONSTRAINT sign_up_digest_length CHECK (octet_length(digest) = 32),
  tries integer NOT NULL DEFAULT 0 CONSTRAINT sign_up_tries_range CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_up_email_idx ON sign_up (email);
CREATE INDEX sign_up_created_at_idx ON sign_up (created_at);
COMMENT ON TABLE sign_up IS 'Sign-ups that wait for their mailed code. The address may already have an account.';

GRANT SELECT, INSERT, DELETE, UPDATE (tries) ON sign_up TO tms_identity;
