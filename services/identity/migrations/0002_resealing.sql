-- After a change of SECRETS_KEY, the service encrypts its signing keys again.

GRANT UPDATE (sealed_private_key) ON signing_key TO tms_identity;
