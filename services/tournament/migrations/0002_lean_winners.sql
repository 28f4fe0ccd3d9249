-- Winners are written by the hundred thousand, always by a statement whose transaction has locked
-- their tournament. A foreign key would look it up again for every one of them.
ALTER TABLE winner DROP CONSTRAINT winner_tournament_fkey;
