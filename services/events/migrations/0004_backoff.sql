-- An endpoint that fails backs off as a whole. Its events wait, without any work, until one delivery succeeds.

ALTER TABLE dispatch
  -- Failed attempts in a row. From five on, one attempt is made after each backoff.
  ADD COLUMN failures integer NOT NULL DEFAULT 0
    CONSTRAINT dispatch_failures_range CHECK (failures >= 0),
  -- No event is sent before this time. Null ends the backoff.
  ADD COLUMN backoff_until timestamptz(3);

-- Finds the delivery that is tried after a backoff. Requested deliveries come first, then those with the most
-- attempts.
CREATE INDEX delivery_probe_idx ON delivery (endpoint_id, replay DESC, tries DESC, next_attempt_at)
  WHERE state = 'retrying';
