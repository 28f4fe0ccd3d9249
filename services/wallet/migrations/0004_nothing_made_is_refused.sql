-- What was made is never refused, whoever inserts the refusal: its maker would give away what was
-- paid for. The other half of transfer_stays_refused.
CREATE FUNCTION keep_made() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM transfer WHERE id = ANY (ARRAY(SELECT transfer_id FROM refused))) THEN
    RAISE EXCEPTION 'a transfer that was made is not refused'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'refusal_of_unmade';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER refusal_of_unmade AFTER INSERT ON refusal
  REFERENCING NEW TABLE AS refused
  FOR EACH STATEMENT EXECUTE FUNCTION keep_made();

REVOKE ALL ON FUNCTION keep_made() FROM PUBLIC;
