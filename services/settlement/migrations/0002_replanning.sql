-- A plan that did not come to the pool was never paid from. Once its cause is put right the settlement
-- is planned anew, for which the plan that was wrong has to go.

GRANT DELETE ON payout TO tms_settlement;
COMMENT ON TABLE payout IS
  'The plan of each settlement: recipients and amounts. Before the first payment, the whole plan can be replaced. Afterwards it never changes.';

CREATE FUNCTION keep_plan() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM gone JOIN settlement USING (tournament_id)
    WHERE settlement.state NOT IN ('scheduled', 'planning')
  ) THEN
    RAISE EXCEPTION 'a plan that is paid from stays'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payout_kept';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payout_kept AFTER DELETE ON payout REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION keep_plan();

-- The request that last took the settlement out of the dead-letter state, for its repeat.
ALTER TABLE settlement ADD COLUMN retry_request_id uuid;
