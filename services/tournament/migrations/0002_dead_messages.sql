-- Messages that were given up are counted at each scrape, however many others wait.

CREATE INDEX outbox_dead_idx ON outbox (id) WHERE dead_at IS NOT NULL;
