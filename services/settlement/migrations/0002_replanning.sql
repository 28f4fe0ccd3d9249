-- A plan that does not add up to the pool is never paid. After the cause is corrected, a retry deletes the
-- wrong plan and plans the settlement again.

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

-- The request that last revived the dead settlement. It identifies a repeat of the request.
ALTER TABLE settlement ADD COLUMN retry_request_id uuid;
