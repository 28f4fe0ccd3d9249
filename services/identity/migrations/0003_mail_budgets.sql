-- Counts mails by their kind, so that many mails of one kind to an address do not block the other kinds.
-- 'mail' stays, because earlier releases use it.

ALTER TABLE attempt_count DROP CONSTRAINT attempt_count_kind_known;
ALTER TABLE attempt_count ADD CONSTRAINT attempt_count_kind_known CHECK (kind IN
  ('account_address', 'address', 'account', 'sign_up', 'forgot_password', 'device_code', 'mail',
    'mail_sign_up', 'mail_reset', 'mail_invitation', 'mail_endpoint'));
