/**
 * Reports whether Redis refuses a command because another server should answer it. The server became a
 * replica, has lost its leader, or still loads its data. If a Service or a DNS name moves with the leader, a
 * new connection reaches the right server.
 */
export const isWrongRedis = ({ message }: Error): boolean =>
  /^(READONLY|LOADING|MASTERDOWN|UNBLOCKED) |-READONLY /.test(message);
