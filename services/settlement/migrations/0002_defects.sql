-- Failures since the last progress that were no outage: an outage is waited out, a defect is not.
ALTER TABLE settlement ADD COLUMN defects integer NOT NULL DEFAULT 0;
