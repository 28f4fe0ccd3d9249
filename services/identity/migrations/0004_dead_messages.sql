-- Each metrics scrape counts dead messages. The index keeps the count fast while many messages wait.

CREATE INDEX outbox_dead_idx ON outbox (id) WHERE dead_at IS NOT NULL;
