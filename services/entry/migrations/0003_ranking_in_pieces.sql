-- How far a ranking that is being frozen has come: every entry up to this gamer has its final rank.
ALTER TABLE registration ADD COLUMN ranked_up_to uuid;

-- From now on an entry's round is how many were out once it was. Those eliminated together still
-- share it, and a later one is greater; but it alone, with the number of entries, now gives the
-- final rank, so that a large ranking can be written piece by piece.
UPDATE entry SET round = counted.round
  FROM (
    SELECT id, count(*) OVER (PARTITION BY tournament_id ORDER BY round) AS round
    FROM entry WHERE round IS NOT NULL
  ) AS counted
  WHERE entry.id = counted.id AND entry.round <> counted.round;
UPDATE registration SET rounds = eliminated WHERE rounds <> eliminated;
-- What the release before would count otherwise is refused, not misread, while both run.
ALTER TABLE registration ADD CONSTRAINT registration_rounds CHECK (rounds = eliminated);
