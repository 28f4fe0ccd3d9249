/**
 * Whether Redis refuses a command because another server should answer it: this one became a replica,
 * has lost its leader, or still loads its data. A new connection reaches the right server where a
 * Service or a DNS name moves with the leader.
 */
export const isWrongRedis = ({ message }: Error): boolean =>
  /^(READONLY|LOADING|MASTERDOWN|UNBLOCKED) |-READONLY /.test(message);
