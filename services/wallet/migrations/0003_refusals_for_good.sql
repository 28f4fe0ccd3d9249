-- What was refused is never made, whoever inserts it. A service that looks before it inserts does
-- so too early: the refusal may have been given while it waited for the accounts' locks.
CREATE FUNCTION keep_refused() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp AS $$
BEGIN
  -- An array, so that ids that follow each other share a look-up.
  IF EXISTS (SELECT FROM refusal WHERE transfer_id = ANY (ARRAY(SELECT id FROM posted))) THEN
    RAISE EXCEPTION 'a refused transfer stays refused'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'transfer_not_refused';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfer_stays_refused AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_refused();

REVOKE ALL ON FUNCTION keep_refused() FROM PUBLIC;
