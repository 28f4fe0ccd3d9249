-- A repeat of a request cannot mail the first token, because only its digest is stored. The repeat adds a new
-- token. The first token stays valid, because it may have been mailed.

CREATE TABLE invitation_token (
  digest bytea CONSTRAINT invitation_token_pkey PRIMARY KEY
    CONSTRAINT invitation_token_digest_length CHECK (octet_length(digest) = 32),
  invitation_id uuid NOT NULL CONSTRAINT invitation_token_invitation_fkey
    REFERENCES invitation (id) ON DELETE CASCADE
);
CREATE INDEX invitation_token_invitation_idx ON invitation_token (invitation_id);
COMMENT ON TABLE invitation_token IS
  'SHA-256 digests of further tokens of invitations. Each attempt after the first to send the mail adds one.';

GRANT SELECT, INSERT ON invitation_token TO tms_game;
