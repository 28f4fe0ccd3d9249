-- Mails are counted by their kind, so that whoever has an address sent many of one kind does not silence
-- the others. 'mail' stays for what earlier releases count.

ALTER TABLE attempt_count DROP CONSTRAINT attempt_count_kind_known;
ALTER TABLE attempt_count ADD CONSTRAINT attempt_count_kind_known CHECK (kind IN
  ('account_address', 'address', 'account', 'sign_up', 'forgot_password', 'device_code', 'mail',
    'mail_sign_up', 'mail_reset', 'mail_invitation', 'mail_endpoint'));
