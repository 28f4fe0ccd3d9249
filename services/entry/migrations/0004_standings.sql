-- The rank of one who is out follows from how many are in and who went out later, so it is told, not
-- stored: stored, it was wrong as soon as somebody else joined. What `rank` still holds is where a
-- game placed those who were in to the end.
UPDATE entry SET rank = NULL WHERE round IS NOT NULL AND rank IS NOT NULL;
-- Processes of the release before must not run beside it: they store the ranks of those who are out
-- in this column, and read them from it.
ALTER TABLE entry
  ADD CONSTRAINT entry_rank_of_survivor CHECK (round IS NULL OR rank IS NULL);

-- Those still in, as far as they are placed by their place, then the eliminated, the last one out
-- first. Places are below 1,000,000,000 by far, and so are rounds.
DROP INDEX entry_standings_idx;
CREATE INDEX entry_standings_idx ON entry
  (tournament_id, coalesce(1000000000 - round, rank, 0), joined_at, id);

-- When the last elimination of a tournament was. The next one is later, whatever the clock says.
ALTER TABLE registration ADD COLUMN last_eliminated_at timestamptz(3);
UPDATE registration SET last_eliminated_at =
    (SELECT max(eliminated_at) FROM entry WHERE entry.tournament_id = registration.tournament_id)
  WHERE eliminated > 0;
