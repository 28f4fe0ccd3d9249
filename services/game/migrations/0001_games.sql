-- Games and the keys their backends authenticate with.

CREATE TABLE game (
  id uuid CONSTRAINT game_pkey PRIMARY KEY,
  name text NOT NULL CONSTRAINT game_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
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
  -- When its ledger account was opened, with the credit limit as its floor. Before that the game
  -- does not exist for anyone but a repeat of the request that made it.
  opened_at timestamptz(3)
);

CREATE TABLE api_key (
  id uuid CONSTRAINT api_key_pkey PRIMARY KEY,
  game_id uuid NOT NULL CONSTRAINT api_key_game_fkey REFERENCES game (id),
  mode text NOT NULL CONSTRAINT api_key_mode_known CHECK (mode IN ('live', 'test')),
  hint text NOT NULL,
  -- SHA-256 of the secret, which itself is stored nowhere.
  digest bytea NOT NULL CONSTRAINT api_key_digest_length CHECK (octet_length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT api_key_digest_key UNIQUE (digest)
);
CREATE INDEX api_key_game_idx ON api_key (game_id, id DESC);

COMMENT ON TABLE game IS 'Tenants: their currency, and who pays their entry fees.';
COMMENT ON TABLE api_key IS 'Keys that games'' backends authenticate with, by digest.';

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Answers of mutations, kept for a week for whoever repeats one.';

GRANT USAGE ON SCHEMA game TO tms_game;
GRANT SELECT, INSERT, UPDATE (opened_at) ON game TO tms_game;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_key TO tms_game;
GRANT SELECT, INSERT, UPDATE, DELETE ON request TO tms_game;
