-- An endpoint that keeps failing backs off as a whole. Its events wait until one delivery succeeds.

ALTER TABLE dispatch
  -- Failed attempts in a row. From five on, one attempt is made after each backoff.
  ADD COLUMN failures integer NOT NULL DEFAULT 0
    CONSTRAINT dispatch_failures_range CHECK (failures >= 0),
  -- No event is sent before this time. Null ends the backoff.
  ADD COLUMN backoff_until timestamptz(3);

-- Finds the delivery that is tried after a backoff: requested deliveries first, then the most tries.
CREATE INDEX delivery_probe_idx ON delivery (endpoint_id, replay DESC, tries DESC, next_attempt_at)
  WHERE state = 'retrying';
