-- Counts changes of passwords, because the check of a new password takes much processor time.

ALTER TABLE attempt_count DROP CONSTRAINT attempt_count_kind_known;
ALTER TABLE attempt_count ADD CONSTRAINT attempt_count_kind_known CHECK (kind IN
  ('account_address', 'address', 'account', 'sign_up', 'forgot_password', 'device_code',
    'password_change', 'mail', 'mail_sign_up', 'mail_reset', 'mail_invitation', 'mail_endpoint'));
