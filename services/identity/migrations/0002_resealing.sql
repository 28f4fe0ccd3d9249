-- After a change of SECRETS_KEY the service seals its signing keys anew.

GRANT UPDATE (sealed_private_key) ON signing_key TO tms_identity;
