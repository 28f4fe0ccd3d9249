-- What operators look for is a handful among everything that was ever settled.
CREATE INDEX settlement_dead_idx ON settlement (tournament_id) WHERE dead_at IS NOT NULL;
CREATE INDEX settlement_live_idx ON settlement (state, tournament_id)
  WHERE state < 4 AND dead_at IS NULL;
