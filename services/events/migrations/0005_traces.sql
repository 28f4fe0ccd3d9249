-- The trace of the change, which its webhooks continue. Null if the change was not traced.
ALTER TABLE event ADD COLUMN trace_context text;
