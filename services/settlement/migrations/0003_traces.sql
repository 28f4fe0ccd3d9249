-- The trace of the request that scheduled the settlement, which the settlement continues. Null if that request
-- was not traced.
ALTER TABLE settlement ADD COLUMN trace_context text;
