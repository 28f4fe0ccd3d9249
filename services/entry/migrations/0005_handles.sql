-- To a URL these are steps, not names: `/wallet/./deposit` is sent as `/wallet/deposit`.
-- Who has such a handle gets one that can be reached.
UPDATE gamer SET handle = 'dot-' || id::text WHERE handle IN ('.', '..');
ALTER TABLE gamer ADD CONSTRAINT gamer_handle_no_dots CHECK (handle NOT IN ('.', '..'));
